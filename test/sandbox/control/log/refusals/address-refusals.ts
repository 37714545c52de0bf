import { refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const open = async (driver: Driver, seller = 'seller-1') =>
  (await driver.open('survey', seller)).token;

/** Addresses that the service does not have. */
export const addressRefusals: readonly Refusal[] = [
  refusal(
    'other',
    'an outcome that does not exist',
    async (driver) => driver.report('completed', await open(driver)),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v3/endlinks/completed. The nearest is /api/v3/endlinks/complete.',
  ),
  refusal(
    'other',
    'an outcome in other letters, for the browser',
    async (driver) => driver.report('Quota-Full.htm', await open(driver)),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v3/endlinks/Quota-Full.htm. The nearest is /api/v3/endlinks/quota_full.html.',
  ),
  refusal(
    'other',
    'an outcome that resembles none',
    async (driver) => driver.report('approved', await open(driver)),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v3/endlinks/approved. Outcomes are reported to /api/v3/endlinks/ with complete, fail, quota_full, screenout, each with or without .html.',
  ),
  refusal(
    'other',
    'a wrong outcome by a wrong method',
    async (driver) => driver.report('completed', await open(driver), { method: 'POST' }),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v3/endlinks/completed. The nearest is /api/v3/endlinks/complete, with GET and not with POST.',
  ),
  refusal(
    'other',
    'a misspelled chapter of the interface',
    (driver) => driver.call('/oauth/tokens', { method: 'POST' }),
    '404 errors',
    '4',
    'Refused: the service has no address /oauth/tokens. The nearest is /oauth/token.',
  ),
  refusal(
    'other',
    'another version of the interface',
    async (driver) =>
      driver.call(`/api/v2/endlink/complete?service_endlink_token=${await open(driver)}`),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v2/endlink/complete. The nearest is /api/v3/endlinks/complete.',
  ),
  refusal(
    'other',
    'a slash at the end',
    async (driver) => driver.report('complete/', await open(driver)),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v3/endlinks/complete/. Leave out the slash at the end.',
  ),
  refusal(
    'other',
    'a path in the base URL',
    (driver) => driver.call('/v1/oauth/token', { method: 'POST' }),
    '404 errors',
    '4',
    'Refused: the service has no address /v1/oauth/token. It has /oauth/token: check the base URL.',
  ),
  refusal(
    'other',
    'an address of nothing',
    (driver) => driver.call('/login'),
    '404 errors',
    '4',
    'Refused: the service has no address /login. It has /oauth/authorize, /oauth/token, /api/v5/packets/{packet_id}/sellers_packets/push, /api/v3/endlinks/{outcome}.',
  ),
];
