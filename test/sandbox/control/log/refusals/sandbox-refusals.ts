import { refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const PUSH = '/api/v5/packets/profile/sellers_packets/push';

const faulted = async (driver: Driver, fault: object) => {
  const token = (await driver.open('survey')).token;
  await driver.post('faults', fault);
  await driver.report('complete', token);
};

const push = async (driver: Driver, payload: unknown) =>
  driver.push((await driver.connect()).access_token, payload);

/** What no service refuses: faults, limits and the host are the sandbox's own. */
export const sandboxRefusals: readonly Refusal[] = [
  refusal(
    'failure',
    'an answer of a fault, before the service saw the report',
    (driver) => faulted(driver, { kind: 'status', status: 503 }),
    '503 errors',
    null,
    'Fault fault-1 answered 503. The service did not see the request, so it changed nothing.',
  ),
  refusal(
    'failure',
    'a rate limit of a fault, after the service saw the report',
    (driver) => faulted(driver, { kind: 'status', status: 429, processed: true }),
    '429 errors',
    '3.1',
    'Spent token …xxxx: complete → published. Fault fault-1 answered 429.',
  ),
  refusal(
    'failure',
    'a connection that a fault cuts',
    (driver) => faulted(driver, { kind: 'drop' }),
    'cut',
    null,
    'Fault fault-1 cut the connection. The service did not see the request, so it changed nothing.',
  ),
  refusal(
    'failure',
    'a redirect of a fault that leads back to the same address',
    (driver) => faulted(driver, { kind: 'loop' }),
    '302 empty',
    null,
    'Fault fault-1 redirected to the same address. The service did not see the request, so it changed nothing.',
  ),
  refusal(
    'other',
    'a push that is too large',
    (driver) => push(driver, { name: 'x'.repeat(1_050_000) }),
    '413 errors',
    null,
    'Refused: the body is larger than 1 MiB, the limit of the sandbox. Send less at once.',
  ),
  refusal(
    'other',
    'a push that a fault answers',
    async (driver) => {
      const { access_token } = await driver.connect();
      await driver.post('faults', { kind: 'status', status: 429 });
      await driver.push(access_token, { name: 'A' });
    },
    '429 errors',
    null,
    'Fault fault-1 answered 429. The service did not see the request, so it changed nothing.',
  ),
  refusal(
    'other',
    'a host that is not allowed',
    (driver) => driver.call(PUSH, { method: 'POST', headers: { host: 'sandbox.buyer.example' } }),
    '403 errors',
    null,
    'Refused: the host "sandbox.buyer.example" is not allowed, since a page of that name could read the secrets of the sandbox. If the name is yours, start with --allowed-host sandbox.buyer.example, or createSandbox({ allowedHosts: ["sandbox.buyer.example"] }).',
  ),
];
