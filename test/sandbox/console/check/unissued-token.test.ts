import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { form, part, textOf } from '../console-driver.ts';
import { startSandbox } from '../../driver.ts';
import { brokenIn, openCheck, SITE } from './open-check.ts';

const PLACEHOLDER = '${e://Field/Token}';
const CALLS = '/api/v3/endlinks';

/** The row of a verdict, as text. */
const verdictOn = (page: string, id: string) =>
  textOf(new RegExp(`id="verdict-${id}".*?</li>`, 's').exec(page)?.[0] ?? '');

const causeOn = (page: string, id: string) =>
  new RegExp(`id="verdict-${id}"[^>]*data-cause="([\\w-]+)"`).exec(page)?.[1];

/** The address of the requests of the visit. */
const logOf = (page: string) =>
  /href="([^"]*)"[^>]*>\s*Requests of this visit/.exec(page)?.[1] ?? assert.fail();

/** A check of a survey tool without a tag, whose endlink brings the token in as "token". */
const openTool = (sandbox = startSandbox()) =>
  openCheck(`${SITE}/form?token={{endlink_token}}`, '', sandbox);

describe('A report of a token that was never issued, on the page "Check"', () => {
  it('names the variable that a survey tool has not filled in, and what to write', async () => {
    const { report, show } = await openTool();
    await report('complete.html', PLACEHOLDER, { headers: { 'user-agent': 'Mozilla/5.0' } });
    const page = await show();
    assert.equal(causeOn(page, 'reported'), 'report-placeholder');
    const row = verdictOn(page, 'reported');
    assert.match(
      row,
      /A report went to http:\/\/localhost\/api\/v3\/endlinks\/complete\.html with \$\{e:\/\/Field\/Token\} in the place of the token/,
    );
    assert.match(row, /In Qualtrics write \$\{e:\/\/Field\/token\}\./);
    assert.match(part(page, 'visit'), /Refused The sandbox refused a report with status 401\./);
    assert.doesNotMatch(page, /Nothing comes from the tab\?|Nobody has landed yet/);
  });

  it('says so once the survey is over, and not that nobody reported', async () => {
    const { report, answer, show } = await openTool();
    await report('complete.html', PLACEHOLDER);
    await answer({ over: 'true' });
    assert.equal(causeOn(await show(), 'reported'), 'report-placeholder');
  });

  it('is a warning beside the report that counted', async () => {
    const { call, report, landing, verdicts, show } = await openTool();
    await report('complete.html', PLACEHOLDER);
    const token = landing.searchParams.get('token') ?? '';
    await call(`${CALLS}/complete?service_endlink_token=${token}`);
    assert.equal((await verdicts()).reported, 'warning');
    assert.match(verdictOn(await show(), 'reported'), /Field\/Token\} in the place of the token/);
  });

  const requests: [what: string, query: string, cause: RegExp][] = [
    ['an unknown token', '?service_endlink_token=nobody-issued-this', /its token was never issued/],
    ['an empty one', '?service_endlink_token=', /its service_endlink_token is empty/],
    ['none', '', /it has no service_endlink_token/],
    ['another name', '?token=$TOKEN', /it has no service_endlink_token/],
  ];
  for (const [what, query, cause] of requests)
    it(`says what is wrong with ${what}`, async () => {
      const { call, landing, show } = await openTool();
      const token = landing.searchParams.get('token') ?? '';
      await call(`${CALLS}/screenout.html${query.replace('$TOKEN', token)}`);
      const page = await show();
      assert.equal(causeOn(page, 'reported'), 'report-token');
      assert.match(verdictOn(page, 'reported'), cause);
    });

  it('names the variable also where the word for the outcome is wrong', async () => {
    const { report, show } = await openTool();
    await report('Completed', PLACEHOLDER);
    assert.equal(causeOn(await show(), 'reported'), 'report-placeholder');
  });

  it('belongs to the visit that was opened last', async () => {
    const { call, open, report, show, verdicts } = await openTool();
    const { interaction_id } = await open();
    await report('complete', PLACEHOLDER);
    assert.deepEqual(brokenIn(await verdicts()), []);
    const shown = async (path: string) => part((await call(path)).body, 'requests');
    const unfilled = /Field\/Token\} is a variable/;
    assert.match(await shown(`/sandbox/log?interaction=${interaction_id}`), unfilled);
    assert.doesNotMatch(await shown(logOf(await show())), unfilled);
  });

  it('leaves out a prefetch, a HEAD, a preflight and a request for something else', async () => {
    const { call, report, verdicts } = await openTool();
    await report('complete', PLACEHOLDER, { headers: { 'sec-purpose': 'prefetch' } });
    await report('complete', PLACEHOLDER, { method: 'HEAD' });
    await report('complete', PLACEHOLDER, { method: 'OPTIONS' });
    await call('/api/v3/packets', { method: 'POST' });
    assert.deepEqual(brokenIn(await verdicts()), []);
  });

  it('leaves out a request that came before the visit', async () => {
    const sandbox = startSandbox();
    await sandbox.report('complete', PLACEHOLDER);
    const { verdicts } = await openTool(sandbox);
    assert.deepEqual(brokenIn(await verdicts()), []);
  });

  it('leaves out the token of another visit, under any name and in a form', async () => {
    const sandbox = startSandbox();
    const { token } = await sandbox.open();
    const { call, verdicts } = await openTool(sandbox);
    await call(`${CALLS}/complete?token=${token}`);
    await call(`${CALLS}/completed?service_endlink_token=${token}`);
    await call(`${CALLS}/complete`, form({ service_endlink_token: token }));
    assert.deepEqual(brokenIn(await verdicts()), []);
  });

  it('is among the requests of the visit, on a list that says where the others are', async () => {
    const { call, report, show } = await openTool();
    await report('complete.html', PLACEHOLDER);
    const { body } = await call(logOf(await show()));
    assert.match(
      part(body, 'requests'),
      /\$\{e:\/\/Field\/Token\} is a variable that was not filled in/,
    );
    assert.match(
      part(body, 'requests'),
      /A request that is not in the whole log did not reach this sandbox\./,
    );
    assert.match(
      part((await call('/sandbox/log')).body, 'requests'),
      /A request that is not here did not reach this sandbox\./,
    );
  });
});
