import { link, notShown, ref } from './json.ts';
import type { Json } from './json.ts';

const text = (description: string, more: Json = {}): Json => ({
  type: 'string',
  description,
  ...more,
});

/** Describes an object. All fields are required unless `more.required` lists others. */
const object = (description: string, properties: Record<string, Json>, more: Json = {}): Json => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
  ...more,
});

const timestamp = (description: string): Json =>
  text(`${description} ISO 8601 in UTC with milliseconds. ${link('2.3')}`, {
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  });

const credentials = {
  client_id: text(`The client id. ${link('2.1')}`),
  client_secret: text(`The client secret. ${link('2.1')}`),
  redirect_uri: text(`The client's redirect URI. ${link('2.1')}`),
};

/** Schemas of request and response bodies. */
export const SCHEMAS: Readonly<Record<string, Json>> = {
  AuthorizationCodeGrant: object(`Body for a code. ${link('4.2')}`, {
    grant_type: { const: 'authorization_code' },
    code: text(`The code received at the callback. ${link('4.1')}`),
    code_verifier: text('The code verifier used when building the authorization URL.'),
    state: text('The state used when building the authorization URL.'),
    ...credentials,
  }),
  RefreshTokenGrant: object(`Body for a refresh. ${link('4.2')}`, {
    grant_type: { const: 'refresh_token' },
    refresh_token: text('The current refresh token. It is revoked once used.'),
    ...credentials,
  }),
  TokenResponse: object(`The tokens of one user for one client. ${link('2.2')}`, {
    access_token: text(
      `A JWT that carries an expires_at value. Valid for 24 hours. ${link('5')}, ${link('8')}`,
      { pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*$' },
    ),
    token_type: { const: 'Bearer' },
    expires_in: { const: 86_400, description: 'In seconds.' },
    refresh_token: text(`Exchanged for a new token pair. ${link('3.2')}`, { minLength: 1 }),
    scope: { const: 'push_packet', description: link('5') },
    created_at: text('When the tokens were issued.', notShown(['2.2', 'Format: not shown.'])),
  }),
  PushRequest: object(`Answers for a packet. ${link('2.4')}`, {
    id: text('The packet id. Must equal packet_id in the path.'),
    payload: {
      type: 'object',
      description:
        'The keys are the names of the questions of the packet. null saves a question without an answer.',
      additionalProperties: { type: ['string', 'null'] },
    },
  }),
  PushResponse: object(`What a successful push answers. ${link('4.3')}`, {
    message: { const: 'Data successfully synced' },
    sellers_packet: ref('schemas', 'SellersPacket'),
  }),
  SellersPacket: object(
    `The packet of a seller. ${link('2.3')}, ${link('3.1')}`,
    {
      id: text('Identifier of the sellers packet.', { minLength: 1 }),
      packet_id: text('Identifier of the packet pushed to.', { minLength: 1 }),
      account_id: text('Account of the user that owns the vault.', { minLength: 1 }),
      beneficiary_account_id: {
        type: ['string', 'null'],
        description: 'The interface shows null.',
      },
      status: {
        const: 'published',
        description: 'After a successful push.',
        ...notShown(['2.3', 'Other allowed values: not shown.']),
      },
      autosell_setting: text('Whether the packet is sold automatically.', {
        examples: ['enabled_for_any_price'],
        ...notShown(['2.3', 'Other allowed values: not shown.']),
      }),
      created_at: timestamp('When the sellers packet was created.'),
      updated_at: timestamp('When answers were last pushed.'),
      first_published_at: timestamp('When the sellers packet was first published.'),
    },
    notShown(['3.1', 'Other states and transitions of the sellers packet: not shown.']),
  ),
  AuthenticationError: object(`A failed authentication, by the rules of OAuth 2.0. ${link('7')}`, {
    error: text('The error code.', notShown(['7', 'Values of error codes: not shown.'])),
    error_description: text('What is wrong.'),
  }),
  ErrorList: object(`Any other error, such as data validation. ${link('7')}`, {
    errors: object('The messages.', {
      base: { type: 'array', items: { type: 'string' } },
    }),
  }),
  Error: {
    description: `Either of the two shapes of an error. ${link('7')}`,
    anyOf: [ref('schemas', 'AuthenticationError'), ref('schemas', 'ErrorList')],
  },
};
