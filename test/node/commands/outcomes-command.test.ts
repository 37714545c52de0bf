import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callVaultlink } from '../in-process.ts';
import { seedOutbox } from '../outcomes/seeded.ts';
import { CLIENT_SECRET, variables } from '../program.ts';

const limit = { timeout: 120_000 };

/** The token of an interview, which no output may show. */
const tokenOf = (interview: string) => `token-of-${interview}`;

async function outcomes(env: Record<string, string>, parameters: string[], input?: string) {
  const { closed, printed } = callVaultlink(['outcomes', ...parameters], env, input);
  const [code] = await closed;
  assert.doesNotMatch(printed.out + printed.err, new RegExp(`token-of-|${CLIENT_SECRET}`));
  return { code, ...printed, rows: printed.out.trimEnd().split('\n') };
}

/** Reads what `--json` prints. */
const objectsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('vaultlink outcomes', () => {
  let folder: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    const seeded = seedOutbox(join(folder, 'vault.db'), { hoursAgo: 26 });
    ({ env } = seeded);
    const report = (reference: string, outcome: 'complete' | 'screenout' = 'complete') =>
      seeded.bff.outcomes
        .report({ token: tokenOf(reference), outcome, reference })
        .catch(() => undefined);
    await report('wave-1/first');
    seeded.answer(404);
    await report('wave-1/refused', 'screenout');
    seeded.answer(503);
    await report('wave-1/lost');
    await seeded.outlastTheHour();
    seeded.advance(21 * 3_600_000);
    await report('wave-2/waiting');
    await seeded.bff.close();
  });
  after(() => rm(folder, { recursive: true }));

  /** Returns the id of the outcome with a reference. */
  async function idOf(reference: string): Promise<string> {
    const { out } = await outcomes(env, ['list', '--reference', reference, '--json']);
    return String(objectsIn(out)[0]?.id);
  }

  it('counts by day, outcome and end, and how many are on their way', limit, async () => {
    const { code, out, err } = await outcomes(env, []);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /probably +not +refused by\nday \(UTC\) +outcome +accepted +way +confirmed/);
    assert.match(out, /\n\d{4}-\d\d-\d\d +screenout +1 +- +- +1 +- +- +-\n/);
    assert.match(out, /\nall +4 +1 +1 +1 +- +1 +-\n$/);
    const counts = objectsIn((await outcomes(env, ['--json'])).out);
    assert.deepEqual(Object.keys(counts[0] ?? {}), [
      ...['day', 'outcome', 'accepted', 'open', 'confirmed', 'rejected'],
      ...['probably_recorded', 'undelivered', 'refused'],
    ]);
  });

  it('lists them, the latest first, with the state in words and the reason', limit, async () => {
    const { code, out, rows } = await outcomes(env, ['list']);
    assert.equal(code, 0);
    assert.match(
      rows[0] ?? '',
      /^accepted \(UTC\) +outcome +state +requests +status +id +reference$/,
    );
    assert.match(
      rows[1] ?? '',
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +complete +sent, no clear answer +1 +503 +[\w-]{43} +wave-2\/waiting$/,
    );
    assert.match(out, / not delivered +\d+ +503 .*\n {2}The service gave no clear answer/);
    assert.match(out, / rejected +1 +404 .*\n {2}The service refused the first request/);
    assert.equal(rows.at(-1), '4 outcomes.');
  });

  for (const [options, count] of [
    [['--state', 'open'], 1],
    [['--state', 'undelivered'], 1],
    [['--state', 'probably_recorded'], 0],
    [['--state', 'not delivered'], 1],
    [['--state', 'not delivered, never sent'], 0],
    [['--state', 'sent, no clear answer'], 1],
    [['--state', 'waiting for approval'], 0],
    [['--reference', 'WAVE-1'], 3],
    [['--reference', 'wave-1', '--limit', '2'], 2],
    [['--since', '2026-01-01'], 4],
  ] as const) {
    it(`finds ${count} with ${options.join(' ')}`, limit, async () => {
      const { rows } = await outcomes(env, ['list', ...options]);
      assert.equal(rows.at(-1), `${count} ${count === 1 ? 'outcome' : 'outcomes'}.`);
    });
  }

  it('leaves out what was accepted after the last day', limit, async () => {
    const first = await outcomes(env, ['list', '--reference', 'wave-1/first', '--json']);
    const day = String(objectsIn(first.out)[0]?.accepted_at).slice(0, 10);
    const { rows } = await outcomes(env, ['list', '--since', day, '--until', day]);
    assert.equal(rows.at(-1), '3 outcomes.');
    const file = join(folder, 'one-day.html');
    const counts = await outcomes(env, ['--since', day, '--until', day, '--html', file]);
    assert.match(counts.out, /\nall +3 +- +1 +1 +- +1 +-\n$/);
    const page = await readFile(file, 'utf8');
    assert.match(page, new RegExp(`<title>Outcomes from ${day} to ${day}</title>`));
    assert.doesNotMatch(page, /wave-2/);
    const earlier = await outcomes(env, ['--until', '2025-05-14']);
    assert.equal(earlier.out, 'No outcome was accepted from 2025-05-01 to 2025-05-14.\n');
  });

  it('reads all pages', limit, async () => {
    const many = seedOutbox(join(folder, 'many.db'));
    const reports = Array.from({ length: 1001 }, (_, index) =>
      many.bff.outcomes.report({ token: `token-of-${index}-of-many`, outcome: 'complete' }),
    );
    await Promise.all(reports);
    await many.bff.close();
    const { out } = await outcomes(many.env, ['list', '--json']);
    assert.equal(new Set(objectsIn(out).map(({ id }) => id)).size, 1001);
  });

  it('finds the one of a token, which it reads from the input with "-"', limit, async () => {
    const token = tokenOf('wave-1/lost');
    for (const [given, input] of [
      [token, ''],
      ['-', `${token}\n`],
    ] as const) {
      const { code, out } = await outcomes(env, ['list', '--token', given, '--json'], input);
      const [found] = objectsIn(out);
      assert.deepEqual([code, found?.state, found?.reference], [0, 'undelivered', 'wave-1/lost']);
      assert.match(String(found?.reason), /^The service gave no clear answer/);
    }
    const unknown = await outcomes(env, ['list', '--token', '-'], tokenOf('nobody'));
    assert.deepEqual([unknown.code, unknown.out], [1, '']);
    assert.match(unknown.err, /^The backend knows no outcome of this token: no page/);
    const empty = await outcomes(env, ['list', '--token', '-'], '\n');
    assert.equal(empty.code, 2);
    assert.match(empty.err, /^The token is empty\./);
  });

  it(
    'makes one due that is on its way, and says why another one is not sent again',
    limit,
    async () => {
      const waiting = await outcomes(env, ['retry', '--', await idOf('wave-2/waiting')]);
      assert.equal(waiting.code, 0);
      assert.match(waiting.out, /^The outcome is due now\. A running backend sends it/);
      const lost = await outcomes(env, ['retry', '--', await idOf('wave-1/lost')]);
      assert.equal(lost.code, 1);
      assert.equal(lost.err, 'It is not sent again. Its state is: not delivered.\n');
      const none = await outcomes(env, ['retry', 'none', '--json']);
      assert.deepEqual([none.code, objectsIn(none.out)], [1, [{ id: 'none', retried: false }]]);
    },
  );

  it('says that a request for the outcome is under way', limit, async () => {
    const busy = seedOutbox(join(folder, 'busy.db'));
    busy.answer('late');
    const { id } = await busy.bff.outcomes.report({ token: tokenOf('busy'), outcome: 'fail' });
    const { code, err } = await outcomes(busy.env, ['retry', '--', id]);
    assert.equal(code, 1);
    assert.match(err, /^A request for it is under way\. If its process has died, another one /);
    busy.answer(200);
    await busy.bff.close();
  });

  it('writes a page that only its user can read', limit, async () => {
    const file = join(folder, 'outcomes.html');
    const { code } = await outcomes(env, ['--html', file]);
    assert.equal(code, 0);
    const page = await readFile(file, 'utf8');
    assert.match(page, /^<!doctype html>/);
    assert.match(page, /1 outcome was not delivered/);
    assert.match(page, /wave-1\/lost/);
    assert.doesNotMatch(page, /token-of-|wave-1\/first/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const nowhere = await outcomes(env, ['--html', join(folder, 'no', 'folder.html')]);
    assert.equal(nowhere.code, 2);
    assert.match(
      nowhere.err,
      /^--html .*\/no\/folder\.html: the folder .*\/no does not exist\.\n$/,
    );
  });

  it('says how to write a token that begins with "-"', limit, async () => {
    const { code, err } = await outcomes(env, ['list', '--token', '-AbC']);
    assert.equal(code, 2);
    assert.match(err, /^--token needs a value\. .* write --token=-…\./);
    const found = await outcomes(env, ['list', '--token=-AbC']);
    assert.match(found.err, /^The backend knows no outcome of this token/);
  });

  for (const [parameters, sentence] of [
    [['remove'], /^Choose an action: list or retry/],
    [['retry'], /^The id of the outcome is missing\./],
    [['list', 'id-1'], /^Unexpected argument "id-1"\./],
    [['list', '--html', 'x.html'], /^--html does not go with "list"\./],
    [['--state', 'open'], /^--state does not go with the counts\./],
    [['list', '--state', 'lost'], /^--state must be open, waiting, .* or refused\./],
    [['list', '--limit', '0'], /^--limit must be a whole number/],
    [['list', '--since', 'yesterday'], /^--since must be a day such as 2026-05-31\./],
    [['--since', '2999-01-01'], /^--since is in the future\./],
    [['list', '--since', '2025-02-31'], /^--since must be a day such as 2026-05-31\./],
    [['--until', '2999-01-01'], /^--until is in the future\./],
    [['--since', '2025-05-31', '--until', '2025-05-30'], /^--until is before --since\./],
    [['list', '--token', 'x', '--until', '2025-05-31'], /^--token names one outcome/],
    [['list', '--token', 'x', '--state', 'open'], /^--token names one outcome/],
  ] as const) {
    it(`refuses ${parameters.join(' ')} with code 2`, limit, async () => {
      const { code, out, err } = await outcomes(env, [...parameters]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, sentence);
    });
  }

  for (const [store, sentence] of [
    ['memory:', /^VAULTLINK_STORE keeps grants in memory, which other processes cannot read/],
    ['redis://127.0.0.1:1', /^Redis in VAULTLINK_STORE keeps no outcomes\. Set VAULTLINK_OUTBOX/],
    ['sqlite:/nowhere/vault.db', /^VAULTLINK_STORE: the file \/nowhere\/vault\.db does not exist/],
  ] as const) {
    it(`says which variable to set, with ${store}`, limit, async () => {
      const environment = { ...variables('https://service.example'), VAULTLINK_STORE: store };
      const { code, err } = await outcomes(environment, []);
      assert.equal(code, 2);
      assert.match(err, sentence);
    });
  }

  it('reads the outbox beside grants in memory', limit, async () => {
    const beside = {
      ...variables('https://service.example'),
      VAULTLINK_OUTBOX: String(env.VAULTLINK_STORE),
    };
    const { code, out } = await outcomes(beside, []);
    assert.equal(code, 0);
    assert.match(out, /\nall +4 /);
    const missing = { ...beside, VAULTLINK_OUTBOX: 'sqlite:/nowhere/outbox.db' };
    assert.match((await outcomes(missing, [])).err, /^VAULTLINK_OUTBOX: the file \/nowhere/);
  });

  it('says that no outcome was accepted', limit, async () => {
    const empty = seedOutbox(join(folder, 'empty.db'));
    await empty.bff.close();
    const { code, out } = await outcomes(empty.env, []);
    assert.equal(code, 0);
    assert.match(out, /^No outcome was accepted from [\d-]{10} to [\d-]{10}\.\n$/);
  });
});
