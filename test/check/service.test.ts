import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, notTested } from '../../src/check/index.ts';
import type { SeenService } from '../../src/check/index.ts';
import { isOk } from '../../src/findings/index.ts';
import { assertVerdict, brokenVerdicts, OWN, page, visit } from './visits.ts';

const SERVICE = 'https://service.example';

const pages = [
  page('/', { hasLanded: true, serviceOrigin: SERVICE }),
  page('/end', { state: 'confirmed', serviceOrigin: SERVICE }),
];

/** A visit to a service that shows itself so. */
const seen = (service: Partial<SeenService> = {}) =>
  visit({
    pages,
    services: [{ origin: SERVICE, reach: 'reached', isLocal: false, ...service }],
  });

const remedyOf = (service: Partial<SeenService>) =>
  judge(seen(service))
    .find(({ id }) => id === 'service')
    ?.remedy.join(' ') ?? '';

describe('The verdict on the address of the service', () => {
  it('accepts a server that can be reached', () => {
    assertVerdict(seen(), 'service', 'ok', /^https:\/\/service\.example can be reached\.$/);
  });

  it('is not given where nobody connected, or no page names a service', () => {
    assertVerdict(
      visit({ services: undefined }),
      'service',
      'not checked',
      /run "vaultlink check"/,
    );
    assertVerdict(visit({ services: [] }), 'service', 'not checked', /^No page names/);
  });

  it('gives each reason why a server cannot be used a cause and a remedy of its own', () => {
    const causes = {
      'unknown host': /names a host that does not exist, .*: service\.example \(E\)/,
      refused: /^Nobody answers at https:\/\/service\.example, the address in data-base-url \(E\)/,
      'no answer': /did not answer this machine \(E\)/,
      'bad certificate': /refuse the certificate of https:\/\/service\.example.*refuse it \(E\)/,
      'no TLS': /takes connections, but does not speak https \(E\)/,
    } as const;
    const remedies = new Set<string>();
    for (const [reach, cause] of Object.entries(causes) as [keyof typeof causes, RegExp][]) {
      assertVerdict(seen({ reach, detail: 'E' }), 'service', 'failed', cause);
      assert.deepEqual(brokenVerdicts(seen({ reach })), ['service']);
      remedies.add(remedyOf({ reach }));
    }
    assert.equal(remedies.size, 5);
  });

  it('says in plain words what is wrong with a certificate', () => {
    for (const [detail, words] of [
      ['CERT_HAS_EXPIRED', /: it has expired \(CERT_HAS_EXPIRED\)\.$/],
      ['ERR_TLS_CERT_ALTNAME_INVALID', /: it is for another host name /],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', /: it is self-signed/],
      ['toString', /: browsers refuse it \(toString\)\.$/],
    ] as const)
      assertVerdict(seen({ reach: 'bad certificate', detail }), 'service', 'failed', words);
  });

  it('warns of an address that only this machine or its network reaches, and refuses it once sellers come', () => {
    const local = seen({ isLocal: true });
    assertVerdict(local, 'service', 'warning', /sellers cannot reach it/);
    assert.ok(isOk(judge(local)));
    const live = judge(local, { isLive: true }).find(({ id }) => id === 'service');
    assert.equal(live?.verdict, 'failed');
    assert.doesNotMatch(live.remedy.join(), /--live/);
    assert.match(remedyOf({ isLocal: true }), /With --live/);
  });

  it('gives a local server that does not run, or speaks http, another remedy', () => {
    assert.match(remedyOf({ reach: 'refused', isLocal: true }), /has to run/);
    assert.match(remedyOf({ reach: 'no TLS', isLocal: true }), /write http:\/\//);
  });

  it('refuses a base URL that is the site of the buyer, unless the site is a relay', () => {
    const [report] = visit().reports;
    assert.ok(report);
    const address = `${OWN}/api/v3/endlinks/complete`;
    const own = (way: 'fetch' | 'redirect' | 'relay') =>
      visit({ reports: [{ ...report, way, address }], services: [] });
    for (const way of ['fetch', 'redirect'] as const) {
      assertVerdict(own(way), 'service', 'failed', /names your own site.*survey\.example/);
      assert.deepEqual(brokenVerdicts(own(way)), ['service']);
    }
    assertVerdict(own('relay'), 'service', 'not checked', /^No page names/);
  });

  it('names the relay where the relay cannot be reached', () => {
    const relay = { origin: 'https://relay.example', reach: 'refused', isLocal: false } as const;
    const services = [...(seen().services ?? []), relay];
    const cause = /https:\/\/relay\.example, the address in data-relay-url/;
    assertVerdict(visit({ pages, services }), 'service', 'failed', cause);
  });
});

describe('The verdict on the certificate of the pages', () => {
  const certificate = (address: string, problem = 'net::ERR_CERT_DATE_INVALID') =>
    visit({ certificate: { address, problem } });

  it('refuses one that browsers refuse, in plain words', () => {
    const cause = /certificate of https:\/\/survey\.example: it has expired, or is not valid yet/;
    assertVerdict(certificate(`${OWN}/`), 'opens', 'failed', cause);
    const odd = certificate(`${OWN}/`, 'net::ERR_CERT_ODD');
    assertVerdict(odd, 'opens', 'failed', /browsers refuse it \(net::ERR_CERT_ODD\)/);
  });

  it('only warns on this machine', () => {
    for (const host of ['localhost:8443', 'survey.localhost', '127.0.0.1', '[::1]:1'])
      assertVerdict(certificate(`https://${host}/`), 'opens', 'warning', /^Browsers refuse/);
    for (const host of ['127.0.0.1.example', 'localhost.example', '10.0.0.1'])
      assertVerdict(certificate(`https://${host}/`), 'opens', 'failed', /^Browsers refuse/);
  });
});

describe('What a visit did not test', () => {
  it('is the service itself, service workers and the server, also where all is right', () => {
    assert.ok(
      notTested(visit({ unfilled: ['#age'] }))
        .at(-1)
        ?.includes('"#age"'),
    );
    assert.deepEqual(notTested(visit()), [
      'the service’s own answer and CORS (a sandbox answered in its place)',
      'service workers',
      'what your server sends',
    ]);
  });

  it('is the relay where one is used', () => {
    const relay = 'what the relay does with a report';
    assert.ok(notTested(visit({ pages: [page('/', { via: 'relay' })] })).includes(relay));
    const reports = visit().reports.map((report) => ({ ...report, way: 'relay' as const }));
    assert.ok(notTested(visit({ reports })).includes(relay));
  });

  it('names the service workers that were switched off', () => {
    const serviceWorkers = [`${OWN}/sw.js`, `${OWN}/push.js`];
    assert.ok(
      notTested(visit({ serviceWorkers: serviceWorkers.slice(0, 1) })).includes(
        'a service worker (/sw.js) was switched off',
      ),
    );
    assert.ok(
      notTested(visit({ serviceWorkers })).includes(
        'service workers (/sw.js, /push.js) were switched off',
      ),
    );
  });
});
