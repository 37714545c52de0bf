/** Where the whole text is. */
export const INTERFACE_PAGE = 'docs/concepts/interface.md';

/** What each section of the interface is about, in short: the console has no other page to link. */
const SECTIONS: Readonly<Record<string, string>> = {
  '1': 'What the service does: buyers obtain data packets from sellers, who hold a vault.',
  '2.1':
    'OAuth client: client_id, client_secret (visible once) and redirect_uri, which is sent again on token requests.',
  '2.2':
    'Token response: access_token (a JWT, 24 hours), refresh_token (revoked once used), scope push_packet.',
  '2.3': 'Sellers packet: the record that a push returns.',
  '2.4':
    'Push payload: id must equal the packet id in the path; every answer is a string, undefined or null.',
  '2.5':
    'Endlink token: for one seller and one packet, valid for one hour, single use. The service appends service_endlink_token and seller_id.',
  '3.1':
    'Sellers packet: complete publishes it; fail, quota_full and screenout filter it; silence until the token expires is a failure.',
  '3.2':
    'Tokens: a code works once; an access token lasts 24 hours; a refresh token is revoked by its use; the first endlink call consumes the token.',
  '4': 'Endpoints: the authorization page, and every address of the service.',
  '4.1': 'Authorization callback: the browser comes back to the redirect_uri with code and state.',
  '4.2': 'Token exchange: POST /oauth/token with JSON, for a code or a refresh token.',
  '4.3':
    'Push: POST /api/v5/packets/{packet_id}/sellers_packets/push, only into packets created from the calling client.',
  '4.4':
    'Endlink outcomes: GET with service_endlink_token. A 2xx status is success; the .html form is for the browser of the seller.',
  '5.1':
    'Authentication: tokens are issued to a client with its client_id, client_secret and redirect_uri.',
  '5.2': 'The only scope is push_packet.',
  '5.3': 'A push sends Authorization: Bearer <ACCESS_TOKEN>.',
  '5.4': 'Access tokens last 24 hours and hold expires_at.',
  '5.5': 'Refresh tokens are single use.',
  '5.6': 'Endlink endpoints are authorized by the endlink token alone.',
  '7': 'Errors: failed authentication is {error, error_description}; anything else is {errors: {base: […]}}.',
  '8': 'Limits: access token 24 hours, endlink token one hour and one use, the packet id matches in path and body.',
  '9': 'Versioning: /api/v5 for pushes, /api/v3 for endlinks.',
};

/** What the section is about. `4.4 rule 1` is in section 4.4. An RFC has no text here. */
export const sectionText = (section: string): string | undefined =>
  SECTIONS[/^[\d.]+/.exec(section)?.[0] ?? ''];

/** `§4.4`, or the name of an RFC as it is. */
export const sectionName = (section: string): string =>
  /^\d/.test(section) ? `§${section}` : section;
