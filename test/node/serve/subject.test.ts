import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { isVaultError } from 'vaultlink/protocol';
import { mistakesOfSubjectHeader, readSubjectHeader } from '../../../src/node/serve/subject.ts';

/** Sends these headers unchanged from a peer on this machine. Returns the subject that is read from them. */
async function subjectOf(headers: string[], trustedProxies = ['127.0.0.1']) {
  const read = readSubjectHeader('X-User', trustedProxies);
  let seen: unknown = 'no request';
  const listener = await listen((request) => {
    try {
      seen = read(request);
    } catch (error) {
      seen = isVaultError(error) ? error.code : error;
    }
    return new Response();
  });
  try {
    await new Promise((resolve, reject) => {
      const options = { headers: ['host', 'app.example', ...headers] };
      send(listener.origin, options, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    return seen;
  } finally {
    await listener.close();
  }
}

/** Text as a proxy sends it. */
const bytes = (text: string, encoding: BufferEncoding) =>
  Buffer.from(text, encoding).toString('latin1');

describe('the header that names the user', () => {
  it('counts from a trusted proxy', async () => {
    assert.equal(await subjectOf(['x-user', 'ada']), 'ada');
    assert.equal(await subjectOf(['X-USER', 'ada'], ['10.0.0.0/8', '127.0.0.0/8']), 'ada');
  });

  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ] as const)
    it(`counts from a trusted proxy that adds ${name}`, async () => {
      assert.equal(await subjectOf(['x-user', 'ada', name, value]), 'ada');
    });

  it('names nobody from any other peer, whatever X-Forwarded-For says', async () => {
    assert.equal(await subjectOf(['x-user', 'ada'], ['10.0.0.0/8']), undefined);
    const forged = ['x-user', 'ada', 'x-forwarded-for', '10.0.0.1'];
    assert.equal(await subjectOf(forged, ['10.0.0.0/8']), undefined);
    assert.equal(await subjectOf(['x-user', 'ada'], []), undefined);
  });

  it('names nobody in a request without a peer', () => {
    const headers = { 'x-user': 'ada' };
    const request = new Request('https://app.example/vault/session', { headers });
    assert.equal(readSubjectHeader('X-User', ['127.0.0.1'])(request), undefined);
  });

  it('names nobody where it is missing or empty', async () => {
    assert.equal(await subjectOf([]), undefined);
    assert.equal((await subjectOf(['x-user', ''])) || undefined, undefined);
  });

  for (const name of ['José', 'Ærøskøbing', '名前', '\ufeffada', 'jose\u0301']) {
    it(`is read as UTF-8: ${JSON.stringify(name)}`, async () => {
      assert.equal(await subjectOf(['x-user', bytes(name, 'utf8')]), name);
    });
  }

  for (const [what, text] of [
    ['Latin-1', bytes('José', 'latin1')],
    ['half of a character', bytes('José', 'utf8').slice(0, -1)],
    ['an overlong form', '\xc0\xaf'],
    ['a surrogate', '\xed\xa0\x80'],
  ] as const) {
    it(`is refused as ${what}`, async () => {
      assert.equal(await subjectOf(['x-user', text]), 'invalid_request');
    });
  }

  it('is refused where it comes twice', async () => {
    const twice = ['x-user', 'eve', 'X-User', 'ada'];
    assert.equal(await subjectOf(twice), 'invalid_request');
  });

  it('needs trusted proxies or a signed assertion', () => {
    const assertion = { header: 'A', jwks: 'https://a.example/', issuer: 'i', audience: 'a' };
    const mistakes = (
      subjectHeader: string | undefined,
      trustedProxies: string[],
      subjectAssertion?: typeof assertion,
    ) => mistakesOfSubjectHeader({ subjectHeader, trustedProxies, subjectAssertion }).length;
    assert.equal(mistakes('X-User', []), 1);
    assert.equal(mistakes('X-User', ['127.0.0.1']), 0);
    assert.equal(mistakes('X-User', [], assertion), 0);
    assert.equal(mistakes(undefined, []), 0);
  });
});
