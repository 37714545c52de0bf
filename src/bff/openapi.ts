import { BASE_PATH, REQUEST_HEADER, STATUS_OF_ERROR } from '../protocol/index.ts';
import type { VaultErrorCode } from '../protocol/index.ts';
import * as schemas from '../protocol/schemas.ts';
import { bodySchemas, json, jsonSchemaOf } from './openapi-bodies.ts';
import type { BodyName, Json } from './openapi-bodies.ts';

/**
 * Returns the HTTP interface of the backend as an OpenAPI 3.1 document. A backend in another language that implements `POST /vault/exchange` in this
 * way also works with `<vault-connect>`.
 *
 * Generated from the schemas on each call. The package also contains it as `vaultlink/openapi.json`.
 */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vaultlink: the backend for the front end',
      version: '1',
      description:
        'Requests that pages send. Responses never contain a token, a code verifier or a secret. Every request from a script needs the header ' +
        `${REQUEST_HEADER.name} and an allowed origin. Errors are {error, error_description, messages?}.`,
    },
    servers: [{ url: BASE_PATH, description: 'Default; see basePath.' }],
    paths: withRequestIds({
      '/connect': { get: connect() },
      '/callback': { get: callback() },
      '/exchange': { post: exchange() },
      '/session': { get: showSession(), delete: endSession() },
      '/packets/{packet_id}/push': { post: push() },
      '/endlinks/{outcome}': { post: relay() },
      '/health': {
        get: health('Whether the backend is ready for requests. Same as /health/ready'),
      },
      '/health/live': { get: health('Whether the process responds', false) },
      '/health/ready': { get: health('Whether the backend is ready for requests') },
      '/health/startup': { get: health('Whether the store has been reached since the start') },
    }),
    components: {
      schemas: bodySchemas(),
      headers: {
        RequestId: {
          description:
            'The id of the request, which the log names too: the one that a proxy has given it in the same header, or a random one.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-Http-vaultlink' },
      },
    },
  };
}

/** Adds the header that names the request to each response that is an error. */
function withRequestIds(paths: Record<string, Record<string, Json>>): Json {
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
      const isError = status === 'default' || Number(status) >= 400;
      if (isError) response.headers = { ...(response.headers as Json), ...REQUEST_ID };
    }
  }
  return paths;
}

const connect = (): Json => ({
  summary: 'Sends the browser to the authorization page',
  parameters: [
    query(
      'return_to',
      'A path, or a URL of the own or an allowed origin, of at most 1,000 bytes. Default: /',
    ),
    {
      ...query('display', 'Whether the authorization runs in a popup window.'),
      schema: { enum: ['page', 'popup'], default: 'page' },
    },
  ],
  responses: {
    '302': { description: 'To the authorization page.', headers: SET_COOKIE },
    '200': {
      description:
        'A page whose button continues, if the navigation comes from another site or the browser does not send its origin.',
      content: PAGE,
    },
    '204': PREFETCHED,
    ...errors('invalid_request', 'subject_missing', 'configuration_error', 'store_unavailable'),
  },
});

const callback = (): Json => ({
  summary: 'Receives the browser when the service redirects it back',
  parameters: [
    { ...query('state', 'The state of the authorization request.'), required: true },
    query('code', 'The authorization code.'),
    query('error', 'Error code of the service. RFC 6749 section 4.1.2.1'),
    query('iss', 'Issuer of the response. RFC 9207'),
    query('continued', 'Set by the page of the backend that continues by itself.'),
  ],
  responses: {
    '303': {
      description: 'To return_to, with vault=denied if the user declined.',
      headers: SET_COOKIE,
    },
    '200': {
      description:
        'In a popup: a page that notifies its opener and closes. If the option subject names nobody: a page that opens the same URL again by itself, with continued=1, because browsers do not send a SameSite=Strict login cookie from the service.',
      content: PAGE,
    },
    '204': PREFETCHED,
    '400': {
      description: 'state_missing, state_mismatch, state_expired, invalid_request',
      content: PAGE,
    },
    '403': {
      description: 'subject_mismatch, subject_missing',
      headers: SET_COOKIE,
      content: PAGE,
    },
    '429': {
      description:
        'rate_limited: too many requests. The state and the code stay valid, so the same URL works later.',
      content: PAGE,
    },
    default: { description: 'A page that shows the error code.', content: PAGE },
  },
});

const exchange = (): Json => ({
  summary: 'The hook: exchanges the code of a page that ran the authorization itself',
  description: 'Off by default (option hook, VAULTLINK_HOOK): not_found.',
  parameters: [HEADER],
  requestBody: body('ExchangeRequest'),
  responses: {
    ...answer('The session has been created.', 'ExchangeReply', SET_COOKIE),
    ...errors(
      'invalid_request',
      'forbidden_origin',
      'subject_missing',
      'not_found',
      'reconnect_required',
      'too_large',
      'validation_failed',
      'rate_limited',
      ...DOWNSTREAM,
    ),
  },
});

const showSession = (): Json => ({
  summary: 'Whether this browser is connected',
  security: SESSION,
  parameters: [HEADER],
  responses: {
    ...answer('The state of the connection. Never contains a token.', 'SessionReply'),
    ...errors('forbidden_origin', 'subject_missing', 'store_unavailable'),
  },
});

const endSession = (): Json => ({
  summary: 'Disconnects: deletes the grant',
  security: SESSION,
  parameters: [HEADER],
  responses: {
    '204': { description: 'The session has ended.', headers: SET_COOKIE },
    ...errors('forbidden_origin', 'subject_missing', 'store_unavailable'),
  },
});

const push = (): Json => ({
  summary: 'Pushes answers into the vault of the user',
  security: SESSION,
  parameters: [
    HEADER,
    path('packet_id', { ...jsonSchemaOf(schemas.packetId), pattern: '^[A-Za-z0-9_-]+$' }),
  ],
  requestBody: body('PushRequest'),
  responses: {
    ...answer('The response of the service.', 'PushReply'),
    ...errors(
      'invalid_request',
      'not_connected',
      'forbidden_origin',
      'subject_missing',
      'reconnect_required',
      'too_large',
      'validation_failed',
      'rate_limited',
      ...DOWNSTREAM,
    ),
  },
});

const relay = (): Json => ({
  summary: 'Reports an outcome for a page',
  description:
    'Off by default (option relay, VAULTLINK_RELAY): not_found. Needs no session. age_seconds says how long ago the seller landed with the token; without it, the hour of the token counts from receipt. The outcome is stored before the response, which takes at most two seconds. Repeat the call to get the result, at most once a second. outcome_rejected: the service or mayReport refuses the outcome. outcome_locked: another outcome of this token was taken before. store_unavailable: nothing is stored. A relay that only forwards responds with outcome_unknown if the service may have counted the outcome.',
  parameters: [HEADER, path('outcome', jsonSchemaOf(schemas.outcome))],
  requestBody: body('RelayRequest'),
  responses: {
    ...answer(
      'confirmed: the service has accepted it. unknown: its delivery has ended without a clear answer.',
      'RelayReply',
    ),
    '202': {
      description:
        'accepted: the backend has stored the outcome and delivers it. Repeat the call after Retry-After.',
      headers: RETRY_AFTER,
      content: json('RelayReply'),
    },
    ...errors(
      'invalid_request',
      'forbidden_origin',
      'not_found',
      'outcome_rejected',
      'outcome_locked',
      'too_large',
      'validation_failed',
      'rate_limited',
      'configuration_error',
      'outcome_unknown',
      'store_unavailable',
    ),
  },
});

const health = (summary: string, canSayNo = true): Json => ({
  summary,
  responses: {
    ...answer('Yes.', 'HealthReply'),
    ...(canSayNo && { '503': { description: 'No.', content: json('HealthReply') } }),
  },
});

const answer = (description: string, name: BodyName, headers?: Json): Json => ({
  '200': { description, ...(headers && { headers }), content: json(name) },
});
const body = (name: BodyName): Json => ({ required: true, content: json(name) });
const query = (name: string, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});
const path = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });

/** Groups error codes by HTTP status, which several codes may share. */
function errors(...codes: VaultErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => STATUS_OF_ERROR[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => STATUS_OF_ERROR[code] === status).join(', ');
      const headers = codes.includes('rate_limited') && status === 429 ? RETRY_AFTER : undefined;
      return [status, { description, ...(headers && { headers }), content: json('Error') }];
    }),
  );
}

const HEADER: Json = {
  name: REQUEST_HEADER.name,
  in: 'header',
  required: true,
  description: 'Forms and links cannot send it.',
  schema: { const: REQUEST_HEADER.value },
};
const PAGE: Json = { 'text/html': { schema: { type: 'string' } } };
const SESSION: Json[] = [{ session: [] }];
const SET_COOKIE: Json = { 'Set-Cookie': { schema: { type: 'string' } } };
const RETRY_AFTER: Json = {
  'Retry-After': {
    description:
      'In seconds. Sent if the service asked to wait, if the backend limits requests, or if an outcome is on its way.',
    schema: { type: 'string' },
  },
};
const REQUEST_ID: Json = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
};
const PREFETCHED: Json = {
  description: 'The browser only prefetched the URL. Nothing was changed.',
};
const DOWNSTREAM: VaultErrorCode[] = [
  'configuration_error',
  'service_error',
  'store_unavailable',
  'service_unreachable',
];
