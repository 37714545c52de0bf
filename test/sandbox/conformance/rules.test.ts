import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { RULES } from './rules.ts';
import { ADAPTER_BREAKAGES } from './adapter-breakages.ts';
import { RESPONSE_BREAKAGES } from './breakages.ts';
import { testSandbox } from './sandbox-under-test.ts';
import type { BrokenSandbox } from './sandbox-under-test.ts';

const limit = { timeout: 240_000 };

/** The text of each section of the interface, in words. */
const sections = new Map(
  readFileSync('docs/concepts/interface.md', 'utf8')
    .split(/^#{2,3} /m)
    .slice(1)
    .map((text): [string, string] => [/^[\d.]*\d/.exec(text)?.[0] ?? '', inWords(text)]),
);

function inWords(text: string): string {
  return text.replaceAll('`', '').replaceAll('\\', '').replaceAll(/\s+/g, ' ');
}

describe('the rules of conformance', () => {
  it('quote the section of the interface to the letter', () => {
    for (const { id, sections: named, text } of RULES) {
      const [first] = named;
      // A chapter without numbered parts is one section.
      assert.ok(sections.get(first)?.includes(inWords(text)), `${id}: §${first} "${text}"`);
      for (const section of named) assert.ok(sections.has(section), `${id}: §${section}`);
    }
  });

  it('reach every part that can be tested', () => {
    const reached = new Set(RULES.flatMap((rule) => rule.sections));
    const untested = [...sections.keys()].filter(
      (section) =>
        !reached.has(section) && ![...reached].some((it) => it.startsWith(`${section}.`)),
    );
    // The client is created through the adapter, and there are no events.
    assert.deepEqual(untested, ['2.1', '6']);
  });

  it('have ids that differ', () => {
    assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length);
  });

  it('are all kept by the sandbox', limit, async () => {
    const results = await testSandbox();
    assert.deepEqual(
      results.filter(({ verdict }) => verdict !== 'passed'),
      [],
    );
    assert.equal(results.length, RULES.length);
  });

  it('are kept by a sandbox below a path', limit, async () => {
    const results = await testSandbox({}, { basePath: '/market/one' });
    assert.deepEqual(
      results.filter(({ verdict }) => verdict !== 'passed'),
      [],
    );
  });

  it('do not judge what the interface leaves open', limit, async () => {
    const results = await testSandbox(
      {},
      {
        behaviour: {
          html_answer: 'redirect',
          token_alphabet: 'base64',
          append_unrenamed: false,
          authorization_iss: true,
          created_at_form: 'milliseconds_text',
          expires_at_form: 'seconds',
          refresh_revokes_access_token: true,
        },
        replies: {
          outcome_success: { status: 204, shape: 'empty' },
          missing_token: { status: 400 },
          unknown_token: { status: 404, shape: 'errors' },
          used_token: { status: 409, shape: 'error', code: 'spent' },
          expired_token: { status: 410, shape: 'error', code: 'spent' },
          token_success: { status: 201 },
          invalid_grant: { status: 401, code: 'bad_grant', www_authenticate: true },
          invalid_client: { status: 403 },
          unauthorized: { code: 'bad_token' },
          push_success: { status: 202 },
          invalid_push: { status: 400 },
          id_mismatch: { status: 409 },
          foreign_packet: { status: 404, shape: 'error' },
          unknown_packet: { status: 403 },
        },
      },
    );
    assert.deepEqual(
      results.filter(({ verdict }) => verdict !== 'passed'),
      [],
    );
  });

  for (const status of [429, 500, 503]) {
    it(`do not count a response of ${status} as a refusal`, limit, async () => {
      const results = await testSandbox({
        respond: async (_, next) => {
          const response = await next();
          return response.ok ? response : new Response('Not now', { status });
        },
      });
      const { saw, verdict } = results.find(({ id }) => id === 'push-id-mismatch') ?? {};
      assert.equal(verdict, 'not tested');
      assert.equal(saw, `needs a decision of the service, which answered ${status}`);
    });
  }
});

describe('a service that breaks one rule', () => {
  for (const { id, title } of RULES) {
    it(`fails this rule alone: ${title}`, limit, async () => {
      const respond = RESPONSE_BREAKAGES[id];
      const broken: BrokenSandbox | undefined = respond
        ? { respond: respond() }
        : ADAPTER_BREAKAGES[id]?.();
      assert.ok(broken, `no broken sandbox for ${id}`);
      const results = await testSandbox(broken);
      const failed = results.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(
        failed.map((result) => result.id),
        [id],
        JSON.stringify(failed, undefined, 1),
      );
    });
  }
});
