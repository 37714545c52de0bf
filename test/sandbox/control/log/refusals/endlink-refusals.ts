import { NEVER_ISSUED, refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const open = async (driver: Driver, seller = 'seller-1') =>
  (await driver.open('survey', seller)).token;

const reportTwice = async (driver: Driver, first: string, second: string, init?: RequestInit) => {
  const token = await open(driver);
  await driver.report(first, token, init);
  await driver.report(second, token);
};

const WORKS_ONCE = 'That report stands. A token works once: report one outcome, once.';
const LANDING = 'Send what the landing URL had, unchanged.';
const MISSING = 'Refused: the parameter service_endlink_token is missing.';

/** What is refused at the endlink endpoints. @see interface §3.1 §3.2 §4.4 */
export const endlinkRefusals: readonly Refusal[] = [
  refusal(
    'reuse',
    'a report that is sent twice',
    async (driver) => {
      const token = await open(driver);
      await driver.report('complete', token);
      await driver.post('clock', { advance_seconds: 12 });
      await driver.report('complete', token);
    },
    '422 errors',
    '3.2',
    `Refused: this token was used 12 s ago by request 1, which reported complete. ${WORKS_ONCE}`,
  ),
  refusal(
    'reuse',
    'another outcome after the first',
    (driver) => reportTwice(driver, 'screenout', 'complete'),
    '422 errors',
    '3.2',
    `Refused: this token was used 0 s ago by request 1, which reported screenout. ${WORKS_ONCE}`,
  ),
  refusal(
    'reuse',
    'a redirect to the .html form after the report',
    (driver) => reportTwice(driver, 'complete', 'complete.html'),
    '422 page',
    '3.2',
    `Refused: this token was used 0 s ago by request 1, which reported complete. ${WORKS_ONCE}`,
  ),
  refusal(
    'reuse',
    'a retry after an answer that was lost',
    async (driver) => {
      const token = await open(driver);
      await driver.post('faults', { kind: 'drop', processed: true });
      await driver.fetch(`/api/v3/endlinks/complete?service_endlink_token=${token}`);
      await driver.report('complete', token);
    },
    '422 errors',
    '3.2',
    `Refused: this token was used 0 s ago by request 1, which reported complete. ${WORKS_ONCE}`,
  ),
  refusal(
    'reuse',
    'a report of the seller whose tokens are spent',
    async (driver) => driver.report('complete', await open(driver, 'magic-token-spent')),
    '422 errors',
    '3.2',
    'Refused: this token counts as used, as every one of seller magic-token-spent does.',
  ),
  refusal(
    'other',
    'a report after the hour, since the clock was moved',
    async (driver) => {
      const token = await open(driver);
      await driver.post('clock', { advance_seconds: 3900 });
      await driver.report('fail', token);
    },
    '422 errors',
    '3.2',
    'Refused: this token expired 5 min ago. It was issued 65 min ago, and is valid for one hour. Report sooner. The clock of the sandbox is 65 min ahead of real time.',
  ),
  refusal(
    'other',
    'a report of the seller whose tokens have expired',
    async (driver) => driver.report('complete', await open(driver, 'magic-token-expired')),
    '422 errors',
    '3.2',
    'Refused: this token counts as expired, as every one of seller magic-token-expired does.',
  ),
  refusal(
    'other',
    'a second token of a packet that is settled',
    async (driver) => {
      const [first, second] = [await open(driver), await open(driver)];
      await driver.report('screenout', first);
      await driver.report('complete', second);
    },
    '422 errors',
    '3.1',
    'Refused: packet survey is filtered already for seller-1: request 1 reported screenout with another token. That report stands. Token …xxxx is spent all the same.',
  ),
  refusal(
    'other',
    'a token of a packet that has failed in silence',
    async (driver) => {
      await driver.post('behaviour', { reopen_decided: true });
      await open(driver);
      await driver.post('clock', { advance_seconds: 3601 });
      await driver.report('complete', await open(driver));
    },
    '422 errors',
    '3.1',
    'Refused: packet survey is a failure already for seller-1, since no outcome came within the hour of an earlier token. Token …xxxx is spent all the same.',
  ),
  refusal(
    'authentication',
    'a token that was never issued',
    (driver) => driver.report('complete', 'nobody-issued-this'),
    '401 error',
    '2.5',
    `Refused: token …xxxx ${NEVER_ISSUED} ${LANDING}`,
  ),
  refusal(
    'authentication',
    'a token from before a reset',
    async (driver) => {
      const token = await open(driver);
      await driver.post('reset', { keep_packets: true });
      await driver.report('complete', token);
    },
    '401 error',
    '2.5',
    `Refused: token …xxxx ${NEVER_ISSUED} ${LANDING}`,
  ),
  refusal(
    'authentication',
    'a variable that nothing has replaced',
    (driver) => driver.report('complete', '{{endlink_token}}'),
    '401 error',
    '2.5',
    'Refused: {{endlink_token}} is a variable that was not filled in. Let the survey tool fill in the token: its placeholder must name the parameter that has {{endlink_token}} in the endlink URL, to the letter. The service fills in {{endlink_token}} in the endlink URL alone.',
  ),
  refusal(
    'authentication',
    'a variable of a survey tool that the tool has not filled in',
    (driver) => driver.report('complete.html', '${e://Field/Token}'),
    '401 page',
    '2.5',
    'Refused: ${e://Field/Token} is a variable that was not filled in. Let the survey tool fill in the token: its placeholder must name the parameter that has {{endlink_token}} in the endlink URL, to the letter. In Qualtrics, ${e://Field/Token} needs Token={{endlink_token}} in the endlink URL.',
  ),
  refusal(
    'authentication',
    'the word that JavaScript has for no value',
    (driver) => driver.report('complete', 'undefined'),
    '401 error',
    '2.5',
    'Refused: undefined is a variable that was not filled in. Let the survey tool fill in the token: its placeholder must name the parameter that has {{endlink_token}} in the endlink URL, to the letter.',
  ),
  refusal(
    'authentication',
    'the id of the seller in place of the token',
    (driver) => driver.report('complete', 'seller-1'),
    '401 error',
    '2.5',
    'Refused: "seller-1" is the id of a seller and no token. Send what the landing URL had as service_endlink_token.',
  ),
  refusal(
    'authentication',
    'the id of the visit in place of the token',
    (driver) => driver.report('complete', 'interaction-1'),
    '401 error',
    '2.5',
    'Refused: "interaction-1" is the id of a visit and no token. Send what the landing URL had as service_endlink_token.',
  ),
  refusal(
    'authentication',
    'a token that was encoded twice',
    (driver) => driver.report('complete', 'all-of-the-token%3D'),
    '401 error',
    '2.5',
    'Refused: token …xxxx has a space or a percent sign, as no token here has. Encode it exactly once, with encodeURIComponent().',
  ),
  refusal(
    'authentication',
    'two parameters, of which the first is no token',
    async (driver) => {
      const query = `service_endlink_token=none&service_endlink_token=${await open(driver)}`;
      await driver.call(`/api/v3/endlinks/complete?${query}`);
    },
    '401 error',
    '2.5',
    'Refused: the parameter service_endlink_token is there more than once, and the first one is no token. Send it once.',
  ),
  refusal(
    'other',
    'a report without a token',
    (driver) => driver.call('/api/v3/endlinks/complete'),
    '422 errors',
    '4.4',
    `${MISSING} Send the token that the landing URL had. A redirect before the landing page may have lost it.`,
  ),
  refusal(
    'other',
    'a token that is empty',
    (driver) => driver.report('complete', ''),
    '422 errors',
    '4.4',
    'Refused: the parameter service_endlink_token is empty. Send the token that the landing URL had. A redirect before the landing page may have lost it.',
  ),
  refusal(
    'other',
    'a token under the buyer’s own name',
    async (driver) => driver.call(`/api/v3/endlinks/complete?visit=${await open(driver)}`),
    '422 errors',
    '4.4',
    `${MISSING} "visit" holds the token: send it as service_endlink_token, whatever your endlink URL calls it.`,
  ),
  refusal(
    'other',
    'a report by POST',
    async (driver) => driver.report('complete', await open(driver), { method: 'POST' }),
    '405 errors',
    '4.4',
    'Refused: POST is not allowed here, so no token was spent. Send a GET with the token in the query.',
  ),
  refusal(
    'other',
    'a preflight where pages may not call',
    async (driver) => {
      await driver.post('behaviour', { cors: false });
      await driver.report('complete', 'any', preflight('GET'));
    },
    '405 errors',
    null,
    'Refused: a page of "https://buyer.example" asked by a preflight whether it may call. The switch cors is off: turn it on, or call without headers of your own, which needs no preflight.',
  ),
  refusal(
    'other',
    'a preflight of the .html form',
    (driver) => driver.report('complete.html', 'any', preflight('GET')),
    '405 errors',
    null,
    'Refused: a page of "https://buyer.example" asked by a preflight whether it may call. The .html form is for going there: let a script call /api/v3/endlinks/complete.',
  ),
];

/** Creates the preflight that a browser sends before a request of a page of another origin. */
function preflight(method: string): RequestInit {
  return {
    method: 'OPTIONS',
    headers: {
      origin: 'https://buyer.example',
      'access-control-request-method': method,
    },
  };
}
