import { jsonContent, link, notShown, ref } from './json.ts';
import type { Json } from './json.ts';
import { SCHEMAS } from './interface-schemas.ts';

const STATUSES_NOT_SHOWN = notShown([
  '7',
  'HTTP status codes of validation errors, of reuse of an endlink token, of an id mismatch and of an expired endlink token: not shown.',
]);

/**
 * Describes the interface of the service in OpenAPI 3.1. `x-not-shown` marks what the interface leaves open, in its own words and with the section.
 *
 * @param baseUrl base URL of the service in the document
 */
export function openApiDocument(baseUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vault Push and Endlink Outcome Interface',
      version: '1',
      description: `How a buyer obtains tokens, pushes answers into the vaults of users, and reports the outcomes of endlinks. ${link('1')}`,
      ...notShown(
        ['4', 'Shape of that URL and its query parameters: not shown.'],
        ['6', 'Events: not shown.'],
        ['8', 'Rate limits and payload size limits: not shown.'],
        ['9', 'Deprecation and compatibility policy: not shown.'],
      ),
    },
    servers: [{ url: baseUrl, description: `{base_url}. ${link('9')}` }],
    tags: [
      { name: 'Tokens', description: link('4.2') },
      { name: 'Push', description: link('4.3') },
      { name: 'Endlinks', description: link('4.4') },
      { name: 'Pages of the buyer', description: `${link('4.1')}, ${link('2.5')}` },
    ],
    paths: {
      '/oauth/token': { post: tokenExchange },
      '/api/v5/packets/{packet_id}/sellers_packets/push': { post: push },
      '/api/v3/endlinks/complete': { get: endlinkCall('complete') },
      '/api/v3/endlinks/complete.html': { get: endlinkRedirect('complete') },
      '/api/v3/endlinks/fail': { get: endlinkCall('fail') },
      '/api/v3/endlinks/fail.html': { get: endlinkRedirect('fail') },
      '/api/v3/endlinks/quota_full': { get: endlinkCall('quota_full') },
      '/api/v3/endlinks/quota_full.html': { get: endlinkRedirect('quota_full') },
      '/api/v3/endlinks/screenout': { get: endlinkCall('screenout') },
      '/api/v3/endlinks/screenout.html': { get: endlinkRedirect('screenout') },
    },
    webhooks: { redirect_uri: { get: callback }, endlink_url: { get: landing } },
    components: {
      schemas: SCHEMAS,
      responses: { Error: error, Failure: failure, Unauthorized: unauthorized },
      parameters: { EndlinkToken: endlinkToken },
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `The access token, with the scope push_packet. ${link('5')}`,
        },
      },
    },
  };
}

const error: Json = {
  description: `The request was refused. ${link('7')}`,
  content: jsonContent(ref('schemas', 'Error')),
  ...STATUSES_NOT_SHOWN,
};

const unauthorized: Json = {
  description: `The access token is missing, invalid or expired. ${link('7')}, ${link('3.2')}`,
  content: jsonContent(ref('schemas', 'AuthenticationError')),
};

const failure: Json = {
  description: `The service failed. ${link('7')}`,
  content: jsonContent(ref('schemas', 'Error')),
};

const errors: Json = { '4XX': ref('responses', 'Error'), '5XX': ref('responses', 'Failure') };

const tokenExchange: Json = {
  operationId: 'exchangeToken',
  tags: ['Tokens'],
  summary: 'Exchanges a code or a refresh token for a token pair',
  description: `A refresh revokes the refresh token that was sent. ${link('4.2')}, ${link('3.2')}`,
  security: [],
  requestBody: {
    required: true,
    content: jsonContent({
      oneOf: [ref('schemas', 'AuthorizationCodeGrant'), ref('schemas', 'RefreshTokenGrant')],
    }),
  },
  responses: {
    '2XX': {
      description: `The token pair. ${link('2.2')}`,
      content: jsonContent(ref('schemas', 'TokenResponse')),
    },
    ...errors,
  },
};

const push: Json = {
  operationId: 'push',
  tags: ['Push'],
  summary: 'Pushes answers into a packet of the user who authorized the token',
  description: `Only packets created from the calling client can be pushed to. ${link('4.3')}`,
  security: [{ accessToken: [] }],
  parameters: [
    {
      name: 'packet_id',
      in: 'path',
      required: true,
      description: `Must match the id in the body. ${link('8')}`,
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: true, content: jsonContent(ref('schemas', 'PushRequest')) },
  responses: {
    '2XX': {
      description: `The answers are in the vault. ${link('3.1')}`,
      content: jsonContent(ref('schemas', 'PushResponse')),
    },
    '401': ref('responses', 'Unauthorized'),
    ...errors,
  },
};

const endlinkToken: Json = {
  name: 'service_endlink_token',
  in: 'query',
  required: true,
  description: `The endlink token: valid for one hour, and once. ${link('2.5')}, ${link('8')}`,
  schema: { type: 'string', minLength: 1 },
};

/** Effect of each outcome. @see interface §3.1 */
const EFFECTS = {
  complete: 'The packet is published and marked as successfully completed.',
  fail: "The packet is filtered from the seller's list. The interaction is marked as failed.",
  quota_full: "The packet is filtered from the seller's list. The quota of the buyer is full.",
  screenout: "The packet is filtered from the seller's list. The seller did not qualify.",
} as const;

type Outcome = keyof typeof EFFECTS;

const anyBody: Json = {
  content: { '*/*': { schema: {} } },
  ...notShown(['4', 'Response bodies of the endlink endpoints: not shown.']),
};

const endlinkCall = (outcome: Outcome): Json => ({
  operationId: `report_${outcome}`,
  tags: ['Endlinks'],
  summary: `Reports ${outcome}`,
  description: `${EFFECTS[outcome]} ${link('4.4')}, ${link('3.1')}`,
  security: [],
  parameters: [ref('parameters', 'EndlinkToken')],
  responses: {
    '2XX': { description: 'The outcome counts.', ...anyBody },
    ...errors,
  },
});

const endlinkRedirect = (outcome: Outcome): Json => ({
  operationId: `redirect_${outcome}`,
  tags: ['Endlinks'],
  summary: `Reports ${outcome} by a redirect of the browser`,
  description: `${EFFECTS[outcome]} Takes the user away from the buyer's site. ${link('4.4')}, ${link('3.1')}`,
  security: [],
  parameters: [ref('parameters', 'EndlinkToken')],
  responses: {
    '2XX': { description: 'A page of the service.', ...anyBody },
    '3XX': { description: 'To a page of the service.', ...anyBody },
    '4XX': { description: 'The token is used, expired or unknown.', ...anyBody },
    '5XX': { description: 'The service failed.', ...anyBody },
  },
});

const queryText = (name: string, description: string): Json => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'string' },
});

const callback: Json = {
  operationId: 'callback',
  tags: ['Pages of the buyer'],
  summary: 'The browser of a user comes back from the authorization page',
  description: `The client checks state and exchanges code. ${link('4.1')}`,
  security: [],
  parameters: [
    queryText('code', 'The one-time authorization code.'),
    queryText('state', 'Equals the state of the authorization URL.'),
  ],
  responses: { default: { description: 'A page of the buyer.' } },
  ...notShown(['2.1', 'Other fields of the client record: not shown.']),
};

const landing: Json = {
  operationId: 'landing',
  tags: ['Pages of the buyer'],
  summary: 'The browser of a seller comes to the endlink URL of a packet',
  description: `The buyer can rename both parameters with variables such as {{endlink_token}}. ${link('2.5')}`,
  security: [],
  parameters: [
    queryText('service_endlink_token', 'The endlink token.'),
    queryText('seller_id', 'The id of the seller who clicked the link.'),
  ],
  responses: { default: { description: 'A page of the buyer.' } },
  ...notShown(['2.5', 'Their variable names: not shown.']),
};
