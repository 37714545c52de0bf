import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from 'vaultlink/node';
import { callVaultlink } from '../in-process.ts';
import { variables, vaultlink } from '../program.ts';
import { serverOf, useService } from './servers.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

/** A proxy on this machine names the user. */
const NAMED_BY_PROXY = {
  VAULTLINK_SUBJECT_HEADER: 'X-User',
  VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
};

describe('vaultlink serve with users', () => {
  const service = useService();

  const startServe = (more: Record<string, string>) =>
    serverOf(callVaultlink(['serve'], { ...variables(service().origin), ...more }));

  /** Starts the server in a process of its own, for all that this process prints. */
  const startProgram = (more: Record<string, string>) =>
    serverOf(vaultlink(['serve'], { ...variables(service().origin), ...more }));

  it(
    'takes the user from a signed assertion, without trusted proxies and whatever the header says',
    limit,
    async () => {
      const { publicKey, privateKey } = await generateKeyPair('RS256');
      const keys = await listen(async () =>
        Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }),
      );
      const sign = async (sub: string) => ({
        'x-user': 'eve',
        'x-jwt': await new SignJWT({ sub })
          .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
          .setIssuer('https://team.example')
          .setAudience('vault')
          .setExpirationTime('5 minutes')
          .sign(privateKey),
      });
      const { browser, program } = await startServe({
        VAULTLINK_SUBJECT_HEADER: 'X-User',
        VAULTLINK_SUBJECT_JWT_HEADER: 'X-Jwt',
        VAULTLINK_SUBJECT_JWT_JWKS: keys.origin,
        VAULTLINK_SUBJECT_JWT_ISSUER: 'https://team.example',
        VAULTLINK_SUBJECT_JWT_AUDIENCE: 'vault',
      });
      const statusOf = async (headers: Record<string, string>) =>
        (await browser.push('packet-1', {}, headers)).status;
      await browser.connect(await sign('ada'));
      assert.equal(await statusOf(await sign('ada')), 200);
      assert.equal(await statusOf(await sign('eve')), 401);
      assert.equal(await statusOf({ 'x-user': 'ada' }), 403);
      program.stop();
      await program.closed;
      assert.match(program.printed.err, /VAULTLINK_SUBJECT_HEADER has no effect/);
      await keys.close();
    },
  );

  it(
    'reads the name that a trusted proxy gives a user as UTF-8, and refuses every other text',
    limit,
    async () => {
      const { program, browser } = await startServe(NAMED_BY_PROXY);
      const named = (encoding: BufferEncoding) => ({
        'x-user': Buffer.from('José', encoding).toString('latin1'),
      });
      await browser.connect(named('utf8'));
      assert.equal((await browser.push('packet-1', {}, named('utf8'))).status, 200);
      assert.equal((await browser.push('packet-1', {}, named('latin1'))).status, 400);
      program.stop();
      await program.closed;
    },
  );

  it('does not start with a subject header that anybody could send', limit, async () => {
    const program = vaultlink(['serve'], {
      ...variables(service().origin),
      VAULTLINK_SUBJECT_HEADER: 'X-User',
    });
    assert.deepEqual(await program.closed, [2, null]);
    assert.match(
      program.printed.err,
      /VAULTLINK_SUBJECT_HEADER needs VAULTLINK_TRUSTED_PROXIES\. .* or let the proxy sign/,
    );
  });

  it('lets the header of a peer that is no trusted proxy name nobody', limit, async () => {
    const { browser } = await startServe({
      ...NAMED_BY_PROXY,
      VAULTLINK_TRUSTED_PROXIES: '10.0.0.0/8',
    });
    const response = await browser.push('packet-1', {}, { 'x-user': 'ada' });
    assert.deepEqual(
      [response.status, ((await response.json()) as { error?: string }).error],
      [403, 'subject_missing'],
    );
  });

  it('names no user in its log: only the grant of a user', limit, async () => {
    const { program, browser } = await startProgram(NAMED_BY_PROXY);
    await browser.connect({ 'x-user': 'ada@example.org' });
    await browser.push('packet-1', {}, { 'x-user': 'ada@example.org' });
    program.stop();
    await program.closed;
    const { out, err } = program.printed;
    assert.match(err, /"type":"pushed","grantId":"[\w-]{43}","packetId":"packet-1"/);
    assert.doesNotMatch(out + err, /ada/);
  });

  it(
    'keeps a session to the user whom the proxy names, and refuses a call without a name',
    limit,
    async () => {
      const { browser } = await startServe(NAMED_BY_PROXY);
      await browser.connect({ 'x-user': 'ada' });
      const push = async (headers: Record<string, string>) => {
        const response = await browser.push('packet-1', {}, headers);
        const { error } = (await response.json()) as { error?: string };
        return [response.status, error];
      };
      assert.deepEqual(await push({ 'x-user': 'ada' }), [200, undefined]);
      assert.deepEqual(await push({ 'x-user': 'eve' }), [401, 'not_connected']);
      assert.deepEqual(await push({}), [403, 'subject_missing']);
    },
  );
});
