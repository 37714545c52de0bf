import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { startStage, walkWithAnotherLogin } from './another-login.ts';
import { FOLDER } from './examples.ts';
import { packPackage } from '../support/pack.ts';
import { installExample } from './installed-example.ts';

/** What is downloaded takes minutes on a slow machine. */
const timeout = 900_000;

const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  peerDependencies: Record<string, string>;
};

const PACKAGES = ['@hono/node-server', '@noble/hashes', 'hono', 'jose', 'undici', 'zod'];

/** The least version that a range allows, in full. */
const oldestIn = (range = '') => {
  const [, least = ''] = /^>=([\d.]+)$/.exec(range) ?? [];
  return [...least.split('.'), '0', '0'].slice(0, 3).join('.');
};

const oldest = Object.fromEntries(PACKAGES.map((name) => [name, oldestIn(peerDependencies[name])]));

/** Asks the sandbox for a token, and prints the first part of it: a JWT's header. */
const ASK_FOR_TOKEN = `
  import { createHash } from 'node:crypto';
  import { authorizationUrl } from 'vaultlink/protocol';
  import { createSandbox } from 'vaultlink/sandbox';

  const client = { client_id: 'example', client_secret: 'a secret', redirect_uri: 'https://app.example/' };
  const sandbox = createSandbox({ clients: [client], sellers: [{ id: 'ada' }] });
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await sandbox.fetch(new Request('http://127.0.0.1' + path, request))).json();
  };
  const verifier = 'v'.repeat(43);
  const authorize_url = authorizationUrl('http://127.0.0.1/oauth/authorize', {
    clientId: client.client_id,
    redirectUri: client.redirect_uri,
    state: 'state',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const { location } = await post('/sandbox/authorizations', { authorize_url, seller_id: 'ada' });
  const { access_token } = await post('/oauth/token', {
    grant_type: 'authorization_code',
    ...client,
    code: new URL(location).searchParams.get('code'),
    code_verifier: verifier,
    state: 'state',
  });
  console.log(Buffer.from(access_token.split('.')[0], 'base64url').toString());
`;

describe('The oldest versions of the packages that a backend needs', { timeout }, () => {
  it('run a backend and the sandbox as the newest do', { timeout }, async () => {
    for (const version of Object.values(oldest)) assert.match(version, /^\d+\.\d+\.\d+$/);
    const packed = packPackage();
    const example = await installExample(`${FOLDER}/node-http`, packed.archive, oldest);
    const stage = await startStage(example);
    try {
      await walkWithAnotherLogin(stage);
      assert.match(await example.evaluate(ASK_FOR_TOKEN), /"alg"/);
    } finally {
      await stage.close();
      example.remove();
      packed.remove();
    }
  });
});
