import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { callVaultlink } from '../in-process.ts';
import { variables, vaultlink } from '../program.ts';
import { serverOf, useService } from './servers.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

describe('the relay of vaultlink serve', () => {
  const service = useService();

  async function startServe(more: Record<string, string> = {}, command = callVaultlink) {
    const on = { VAULTLINK_RELAY: 'unsaved' };
    return serverOf(command(['serve'], { ...variables(service().origin), ...on, ...more }));
  }

  it(
    'is off without VAULTLINK_RELAY: nothing reaches the service, and the log says so at the start and at the first call',
    limit,
    async () => {
      const { program, browser } = await startServe({ VAULTLINK_RELAY: '' });
      for (let call = 0; call < 3; call += 1) {
        const response = await browser.relay('complete', 'token-1');
        assert.equal(response.status, 404);
        assert.match(await response.text(), /"The relay is off\. .*VAULTLINK_RELAY to on\."/);
      }
      program.stop();
      assert.deepEqual(await program.closed, [0, null]);
      assert.deepEqual(service().requests, []);
      const lines = program.printed.err.trim().split('\n');
      assert.partialDeepStrictEqual(
        lines.map((line) => JSON.parse(line) as unknown),
        [
          { type: 'started', relay: 'off', hook: 'off' },
          { type: 'failed', where: 'endlinks', code: 'not_found' },
        ],
      );
      assert.equal(lines.length, 2);
    },
  );

  it('says at the start which variables ask for what is off', limit, async () => {
    const { program } = await startServe({
      VAULTLINK_RELAY: 'off',
      VAULTLINK_MAY_REPORT_URL: 'http://127.0.0.1:1/may-report',
    });
    program.stop();
    await program.closed;
    assert.match(
      program.printed.err,
      /"type":"warning","detail":"VAULTLINK_MAY_REPORT_URL has no effect, because the relay is off/,
    );
  });

  it(
    'lets no address relay more than VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE, whatever it says of itself',
    limit,
    async () => {
      const { browser } = await startServe({
        VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '3',
        VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
      });
      const statuses: number[] = [];
      for (let index = 0; index < 5; index += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1` };
        statuses.push((await browser.relay('complete', `token-${index}`, headers)).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      assert.equal(service().requests.length, 3);
    },
  );

  it('does not count a proxy that no variable names as one address', limit, async () => {
    const { browser } = await startServe({
      VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '1',
    });
    for (let index = 0; index < 3; index += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      assert.equal((await browser.relay('complete', `token-${index}`, headers)).status, 200);
    }
  });

  it(
    'counts relays by what X-Forwarded-For says where VAULTLINK_TRUSTED_PROXIES names the proxy',
    limit,
    async () => {
      const { browser } = await startServe({
        VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '1',
        VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '2',
        VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
      });
      let calls = 0;
      const relay = async (address: string) => {
        const headers = { 'x-forwarded-for': `198.51.100.1, ${address}` };
        calls += 1;
        const response = await browser.relay('complete', `token-${calls}`, headers);
        assert.equal(response.headers.has('retry-after'), response.status === 429);
        return response.status;
      };
      assert.equal(await relay('203.0.113.1'), 200);
      assert.equal(await relay('203.0.113.1'), 429);
      assert.equal(await relay('203.0.113.2'), 200);
      assert.equal(await relay('203.0.113.3'), 429);
    },
  );

  it(
    'asks VAULTLINK_MAY_REPORT_URL before it sends, loses no outcome while that is away, and logs no token',
    limit,
    async () => {
      let status = 500;
      const asked: unknown[] = [];
      const buyer = await listen(async (request) => {
        asked.push([request.method, new URL(request.url).search, await request.json()]);
        return new Response(null, { status });
      });
      const mayReport = { VAULTLINK_MAY_REPORT_URL: `${buyer.origin}/may-report` };
      const { program, browser } = await startServe(mayReport, vaultlink);
      const relay = async (outcome: string, token: string) => {
        const response = await browser.relay(outcome, token);
        const { error, result } = (await response.json()) as { error?: string; result?: string };
        return [response.status, error ?? result];
      };
      assert.deepEqual(await relay('complete', 'token-one'), [202, 'accepted']);
      assert.deepEqual(service().requests, []);
      status = 204;
      await service().outcomeEndpoint.received(1);
      assert.deepEqual(await relay('complete', 'token-one'), [200, 'confirmed']);
      status = 403;
      assert.deepEqual(await relay('fail', 'token-two'), [409, 'outcome_rejected']);
      assert.deepEqual(
        service().requests.map(({ path }) => path),
        ['/api/v3/endlinks/complete'],
      );
      const questions = asked.map((one) => JSON.stringify(one));
      assert.deepEqual(
        new Set(questions),
        new Set([
          JSON.stringify(['POST', '', { outcome: 'complete', token: 'token-one' }]),
          JSON.stringify(['POST', '', { outcome: 'fail', token: 'token-two' }]),
        ]),
      );
      await buyer.close();
      program.stop();
      await program.closed;
      const { out, err } = program.printed;
      assert.match(
        err,
        /so the outcome is stored, and it is asked again\. VAULTLINK_MAY_REPORT_URL responded with status 500\."/,
      );
      assert.doesNotMatch(out + err, /token-one|token-two/);
    },
  );
});
