import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isServiceUrl, serviceUrlMistake } from 'vaultlink/protocol';
import { tries } from '../support/fuzz.ts';
import { anyUrl } from './strings.ts';

const SERVICE = 'https://service.example';

/** What somebody pastes as the service's address, and the address that is meant. */
const MEANT: readonly (readonly [wrong: string, meant: string])[] = [
  // The addresses of the interface.
  [`${SERVICE}/oauth`, SERVICE],
  [`${SERVICE}/oauth/`, SERVICE],
  [`${SERVICE}/oauth/token`, SERVICE],
  [`${SERVICE}/oauth/authorize`, SERVICE],
  [`${SERVICE}/OAuth/Token`, SERVICE],
  [`${SERVICE}/api/v3`, SERVICE],
  [`${SERVICE}/api/v3/endlinks`, SERVICE],
  [`${SERVICE}/api/v3/endlinks/`, SERVICE],
  [`${SERVICE}/api/v3/endlinks/complete`, SERVICE],
  [`${SERVICE}/api/v3/endlinks/complete.html`, SERVICE],
  [`${SERVICE}/api/v5/packets/packet-1/sellers_packets/push`, SERVICE],
  [`${SERVICE}/api/v5`, SERVICE],
  [`${SERVICE}/endlinks`, SERVICE],
  [`${SERVICE}/complete.html`, SERVICE],
  // Below a path of the service's own.
  [`${SERVICE}/api/oauth`, `${SERVICE}/api`],
  [`${SERVICE}/market/api/v3/endlinks/fail`, `${SERVICE}/market`],
  // With a query or a hash.
  [`${SERVICE}?a=1`, SERVICE],
  [`${SERVICE}/#top`, SERVICE],
  [`${SERVICE}/api/v3/endlinks/complete.html?service_endlink_token=abc`, SERVICE],
  ['http://localhost:4800/?tab=1', 'http://localhost:4800'],
  // Not over https, or with no scheme.
  ['http://service.example', SERVICE],
  ['http://service.example/market/', `${SERVICE}/market`],
  ['service.example', SERVICE],
  ['//service.example', SERVICE],
  ['https:/service.example', SERVICE],
  ['https:service.example', SERVICE],
  ['service.example:8443/oauth', `${SERVICE}:8443`],
  ['localhost:4800', 'http://localhost:4800'],
  ['127.0.0.1:4800', 'http://127.0.0.1:4800'],
  // With a user's name, which no browser lets a page send.
  ['https://user:secret@service.example/market', `${SERVICE}/market`],
  [` ${SERVICE}\n`, SERVICE],
];

describe('serviceUrlMistake', () => {
  it('offers the address that is meant', () => {
    for (const [wrong, meant] of MEANT) {
      const mistake = serviceUrlMistake(wrong);
      assert.ok(mistake, wrong);
      assert.equal(mistake.meant, meant, wrong);
      assert.match(mistake.rule, /^must .*\.$/, wrong);
      assert.equal(mistake.remedy, `Write ${meant}.`);
    }
  });

  it('offers nothing where none is recognizable', () => {
    for (const wrong of [
      '',
      'undefined',
      '/vault',
      '/oauth',
      'https://',
      'https://<your service>',
      'https://{base_url}',
      'javascript:alert(1)',
      'data:,https://a',
      'ftp://service.example',
      'https://service.example, https://other.example',
      String.raw`http://localhost\@evil.example`,
    ]) {
      const mistake = serviceUrlMistake(wrong);
      assert.ok(mistake, wrong);
      assert.equal(mistake.meant, undefined, wrong);
      assert.doesNotMatch(mistake.remedy, /Write/);
    }
  });

  it('names the path of the interface, and neither a token nor a password', () => {
    const text = `https://user:secret@service.example/api/v3/endlinks/fail?service_endlink_token=abc`;
    const { rule = '' } = serviceUrlMistake(text) ?? {};
    assert.match(rule, /"\/api\/v3\/endlinks\/fail"/);
    assert.doesNotMatch(rule, /secret|abc/);
  });

  it('finds none in the address of a service, whatever its own path is called', () => {
    for (const right of [
      SERVICE,
      `${SERVICE}/`,
      `${SERVICE}/api`,
      `${SERVICE}/api/`,
      `${SERVICE}/api/v2`,
      `${SERVICE}/market/oauth-service`,
      `${SERVICE}/my-endlinks`,
      `${SERVICE}:8443/a/b`,
      'HTTPS://A.EXAMPLE',
      'https://[2001:db8::1]',
      'http://localhost:4800',
      'http://127.0.0.1:4800/market',
    ])
      assert.equal(serviceUrlMistake(right), undefined, right);
  });

  it('agrees with isServiceUrl on every text, and offers only what has no mistake', () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const mistake = serviceUrlMistake(text);
        assert(mistake ?? isServiceUrl(text), text);
        if (mistake?.meant !== undefined)
          assert.equal(serviceUrlMistake(mistake.meant), undefined, text);
      }),
      tries(1000),
    );
  });
});
