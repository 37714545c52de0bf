import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFinding } from '../../../src/findings/index.ts';
import { CHECKS } from '../../../src/node/doctor/checks.ts';
import { CLIENT_SECRET, examined, KEY, nobody, SERVICE } from './world.ts';
import type { Changes } from './world.ts';

const unpainted = (_: string, text: string) => text;

const resultsOf = async (changes: Changes = {}) => [...(await examined(changes)).values()];

describe('the doctor', () => {
  it('makes each check once, and finds nothing wrong where nothing is', async () => {
    const results = await resultsOf({ certificateDays: 60 });
    assert.deepEqual(
      results.map(({ id }) => id),
      ['variables', ...CHECKS.map(({ id }) => id)],
    );
    assert.deepEqual(
      results.filter(({ verdict }) => verdict !== 'ok'),
      [],
    );
  });

  it('names every mistake of the variables, and looks no further', async () => {
    const [variables, ...others] = await resultsOf({
      environment: { VAULTLINK_BASE_URL: 'nowhere', VAULTLINK_KEYS: undefined },
    });
    assert.equal(variables?.verdict, 'failed');
    assert.equal(variables.cause, 'The variables contain 2 mistakes.');
    assert.deepEqual(
      variables.remedy.map((sentence) => sentence.split(' ')[0]),
      ['VAULTLINK_BASE_URL', 'VAULTLINK_KEYS'],
    );
    assert.equal(others.length, CHECKS.length);
    for (const { verdict, cause } of others) {
      assert.deepEqual(
        [verdict, cause],
        ['not checked', 'Skipped because of the mistakes in the variables.'],
      );
    }
  });

  it('says of a check that cannot be made which one it needs', async () => {
    const results = await examined({ service: nobody('ENOTFOUND'), backend: nobody('ENOTFOUND') });
    for (const [id, cause] of [
      ['client', 'Skipped because the check "Service: Address" did not succeed.'],
      ['calls', 'Skipped because the check "Backend: Address" did not succeed.'],
      ['cookies', 'Skipped because the check "Backend: Settings" did not succeed.'],
      ['other-origins', 'Skipped because the check "Backend: Calls" did not succeed.'],
    ] as const) {
      assert.deepEqual(results.get(id)?.verdict, 'not checked');
      assert.equal(results.get(id)?.cause, cause);
    }
    assert.equal(results.get('key-ring')?.verdict, 'ok');
  });

  it('spends and changes nothing at the service', async () => {
    const asked = new Set<string>();
    const results = await examined({
      service: (request, send) => {
        asked.add(`${request.method} ${new URL(request.url).pathname}`);
        return send(request);
      },
    });
    assert.equal(results.get('client')?.verdict, 'ok');
    assert.deepEqual(
      asked,
      new Set([
        'GET /',
        'POST /oauth/token',
        'GET /oauth/authorize',
        'GET /api/v3/endlinks/screenout',
      ]),
    );
  });

  it('sends the secret of the client only with its own id, and only to the token endpoint', async () => {
    const withSecret: string[] = [];
    await examined({
      service: async (request, send) => {
        const text = await request.clone().text();
        if ((request.url + text).includes(CLIENT_SECRET)) withSecret.push(request.url, text);
        return send(request);
      },
    });
    const [url, text = '', ...others] = withSecret;
    assert.equal(url, `${SERVICE}/oauth/token`);
    assert.match(text, /"client_id":"client-1"/);
    assert.deepEqual(others, []);
  });

  it('shows no secret, whatever a service, a proxy or a store may say', async () => {
    const password = 'the-password';
    const everything = `${CLIENT_SECRET} ${KEY} \x1b[31m\u0007`;
    const changes: Changes[] = [302, 400, 401, 404, 422, 500].map((status) => ({
      service: () =>
        Response.json(
          {
            error: 'invalid_client',
            error_description: everything,
            errors: { base: [everything] },
          },
          { status, headers: { location: `https://other.example/?secret=${password}` } },
        ),
      backend: () =>
        new Response(everything, {
          status,
          headers: { location: `https://other.example/?secret=${password}` },
        }),
      store: (store) => ({
        ...store,
        ping: () => Promise.reject(new Error(everything)),
        durability: () => [everything],
      }),
    }));
    for (const change of changes) {
      const results = await resultsOf(change);
      const shown =
        JSON.stringify(results) + results.map((one) => formatFinding(one, unpainted)).join('\n');
      for (const secret of [CLIENT_SECRET, KEY, password]) assert.ok(!shown.includes(secret));
      assert.doesNotMatch(shown, /\\u001b|\x1b|\x07/);
    }
  });
});
