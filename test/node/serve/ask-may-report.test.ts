import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askMayReport } from '../../../src/node/serve/ask-may-report.ts';
import { isVaultError } from 'vaultlink/protocol';
import type { ServiceTransport, TransportRequest } from 'vaultlink/bff';

/** What a page sends. None of it is passed on but what `mayReport` is given. */
const REQUEST = new Request('https://app.example/vault/endlinks/complete', {
  method: 'POST',
  headers: { cookie: 'session=secret', authorization: 'Bearer secret' },
  body: '{"token":"token-1"}',
});

/** Asks whether a complete of token-1 may be reported. */
async function ask(transport: ServiceTransport, timeoutMs = 10_000) {
  const asked: TransportRequest[] = [];
  const mayReport = askMayReport({
    url: 'https://buyer.example/may-report',
    timeoutMs,
    transport: (request) => {
      asked.push(request);
      return transport(request);
    },
  });
  const result = await Promise.resolve(
    mayReport({ request: REQUEST, outcome: 'complete', token: 'token-1' }),
  ).catch((error: unknown) => error);
  return { asked, result };
}

const status = (code: number, headers: Record<string, string> = {}) =>
  ask(() => Promise.resolve({ status: code, headers, text: code === 204 ? '' : 'token-1' }));

/** Fails unless the server gave no answer, with this message for the operator. */
const assertUnknown = (result: unknown, message: string) => {
  assert(isVaultError(result));
  assert.deepEqual([result.code, result.message], ['store_unavailable', message]);
};

describe('VAULTLINK_MAY_REPORT_URL', () => {
  it('is asked with a POST of the outcome and the token, and of nothing else', async () => {
    const { asked } = await status(204);
    assert.equal(asked.length, 1);
    const [{ mostBytes, ...request } = assert.fail()] = asked;
    assert.ok(mostBytes > 0);
    assert.deepEqual(request, {
      method: 'POST',
      url: 'https://buyer.example/may-report',
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"complete","token":"token-1"}',
      timeoutMs: 10_000,
    });
  });

  for (const [code, result] of [
    [200, true],
    [204, true],
    [299, true],
    [403, false],
  ] as const) {
    it(`${result ? 'allows' : 'refuses'} a report with ${code}`, async () => {
      const answered = await status(code);
      assert.equal(answered.result, result);
    });
  }

  for (const code of [301, 307, 400, 401, 404, 409, 429, 500, 503]) {
    it(`neither allows nor refuses a report with ${code}`, async () => {
      const { result, asked } = await status(code, { location: 'https://other.example/' });
      assertUnknown(result, `VAULTLINK_MAY_REPORT_URL responded with status ${code}.`);
      assert.equal(asked.length, 1);
    });
  }

  it('neither allows nor refuses a report where nobody answers', async () => {
    const { result } = await ask(() => Promise.reject(new TypeError('token-1')));
    assertUnknown(result, 'VAULTLINK_MAY_REPORT_URL cannot be reached.');
  });

  it('neither allows nor refuses a report where it does not answer in time', async () => {
    const { result } = await ask(
      () => Promise.reject(new DOMException('token-1', 'TimeoutError')),
      1,
    );
    assertUnknown(result, 'VAULTLINK_MAY_REPORT_URL did not respond within 1 ms.');
  });
});
