import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { part } from '../../console/console-driver.ts';
import type { Answer as Response } from '../../driver.ts';
import { startOAuth } from '../../oauth-driver.ts';
import { addressRefusals } from './refusals/address-refusals.ts';
import { endlinkRefusals } from './refusals/endlink-refusals.ts';
import { pushRefusals } from './refusals/push-refusals.ts';
import { CASES } from './refusals/refusal.ts';
import type { Answer } from './refusals/refusal.ts';
import { requestRefusals } from './refusals/request-refusals.ts';
import { sandboxRefusals } from './refusals/sandbox-refusals.ts';
import { tokenRefusals } from './refusals/token-refusals.ts';

const REFUSALS = [
  ...addressRefusals,
  ...endlinkRefusals,
  ...tokenRefusals,
  ...requestRefusals,
  ...pushRefusals,
  ...sandboxRefusals,
];

/** The first column of the table in section 7. */
function casesOfInterface(): string[] {
  const text = readFileSync('docs/concepts/interface.md', 'utf8');
  const [section = ''] = text.split('## 7. Errors')[1]?.split(/^## /m) ?? [];
  const cells = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, cell]) => cell ?? '');
  return cells.filter((cell) => cell !== 'Case' && !/^-+$/.test(cell));
}

function answerOf(status: number | null, response: { body: string | null } | null): Answer {
  if (status === 0) return 'cut';
  const body = response?.body ?? null;
  if (status === 303) return 'back';
  if (body === null) return `${status ?? 0} empty`;
  if (body.startsWith('<!doctype html>')) return `${status ?? 0} page`;
  const json = JSON.parse(body) as { error?: unknown; errors?: { base?: unknown } };
  if (Array.isArray(json.errors?.base)) return `${status ?? 0} errors`;
  return `${status ?? 0} ${typeof json.error === 'string' ? 'error' : 'text'}`;
}

describe('the log alone', () => {
  it('is tried with each case of section 7', () => {
    const tried = new Set(REFUSALS.map((refusal) => CASES[refusal.case]));
    assert.deepEqual([...tried].sort(), casesOfInterface().sort());
  });

  for (const { case: section7, what, act, answer, section, sentence } of REFUSALS) {
    it(`says why ${what} is refused (${CASES[section7]})`, async () => {
      const driver = startOAuth();
      await act(driver);
      const entry = (await driver.requests()).at(-1);
      assert.ok(entry);
      assert.equal(entry.reason?.replaceAll(/…(?! ?")\S{4}/g, '…xxxx'), sentence);
      assert.equal(entry.section, section);
      assert.equal(answerOf(entry.status, entry.response), answer);
      assertShown(await driver.call('/sandbox/log'), entry.reason);
      const detail = await driver.call(`/sandbox/log/${entry.number}`);
      assert.equal(detail.status, 200);
      if (section !== null) assert.match(String(detail.body), new RegExp(`§${section}<`));
      const named = [...sentence.matchAll(/\brequest (\d+)/g)].map(([, number]) => Number(number));
      assert.deepEqual(entry.causes, [...new Set(named)]);
      for (const cause of named) {
        assert.ok(String(detail.body).includes(`href="/sandbox/log/${cause}"`), String(cause));
      }
    });
  }
});

/** The sentence is in the list as it is, and nothing has to be opened to read it. */
function assertShown({ body }: Response, sentence: string): void {
  const shown = part(body, 'requests').replaceAll('&quot;', '"');
  assert.ok(shown.includes(` ${sentence} `), shown);
}
