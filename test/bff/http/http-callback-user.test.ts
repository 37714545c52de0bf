import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions } from 'vaultlink/bff';
import { pageOf, startBff } from '../support/http-bff.ts';
import { recordingStore } from '../support/instances.ts';

/** A site whose login is a cookie, and a browser in which Fay has signed in. */
function startSite(changed: Partial<VaultBffOptions> = {}, { isStrict = true } = {}) {
  const { calledMethods, store } = recordingStore(memoryStore());
  const all = startBff({
    store,
    subject: ({ headers }) => /\blogin=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
    ...changed,
  });
  const { browser } = all;
  const signIn = (value: string) => browser.jar.set('login', { value, isStrict });
  const signOut = () => browser.jar.delete('login');
  signIn('fay');
  const hasFlow = () => [...browser.jar.keys()].some((name) => name.includes('-flow-'));
  return { ...all, calledMethods, signIn, signOut, hasFlow };
}

/** Returns the address to which a page leads by itself. Fails unless its link has the same one. */
function continuationOf(text: string): string {
  const [, refresh = ''] = /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(text) ?? [];
  const [, href] = /<a href="([^"]*)"/.exec(text) ?? [];
  assert.equal(refresh, href, text);
  return refresh.replaceAll('&amp;', '&');
}

/** Every way in which a user can come back. */
const WAYS = [
  ['in the page', '?return_to=/settings'],
  ['in a popup', '?return_to=/settings&display=popup'],
] as const;

const ANSWERS = [
  ['with a code', {}],
  ['with a refusal', { code: '', error: 'access_denied' }],
  ['with an error', { code: '', error: 'server_error' }],
] as const;

describe('a callback while another user is signed in', () => {
  for (const [way, query] of WAYS) {
    for (const [what, answer] of ANSWERS) {
      it(`says so ${way} ${what}, exchanges and stores nothing, and deletes the flow`, async () => {
        const { browser, calledMethods, events, hasFlow, service, signIn } = startSite();
        const path = browser.wayBack(await browser.setOut(query), answer);
        signIn('mallory');
        const before = calledMethods.length;
        const page = await pageOf(await browser.go(path));
        assert.deepEqual([page.status, page.code], [403, 'subject_mismatch']);
        assert.match(page.text, /<h1>Another user is signed in<\/h1>/);
        assert.match(page.text, /href="\/vault\/connect\?return_to=[^"]*settings/);
        assert.deepEqual(service.requests, []);
        assert.deepEqual(calledMethods.slice(before), []);
        assert.equal(hasFlow(), false);
        assert.deepEqual(
          events.map((event) => event.type === 'failed' && [event.where, event.code]),
          [['callback', 'subject_mismatch']],
        );
      });
    }
  }

  it('does not connect when it is reloaded after the first user has signed in again', async () => {
    const { bff, browser, service, signIn } = startSite();
    const path = browser.wayBack(await browser.setOut());
    signIn('mallory');
    await browser.go(path);
    signIn('fay');
    assert.equal((await pageOf(await browser.go(path))).code, 'state_missing');
    assert.deepEqual(service.requests, []);
    await assert.rejects(bff.push('fay', 'packet-1', {}), { code: 'not_connected' });
  });

  it('is refused at once where the login comes along from the service', async () => {
    const { browser, service, signIn } = startSite({}, { isStrict: false });
    const path = browser.wayBack(await browser.setOut());
    signIn('mallory');
    assert.equal((await pageOf(await browser.come(path))).code, 'subject_mismatch');
    assert.deepEqual(service.requests, []);
  });

  it('gets nothing of the exchange that the first user has in flight', async () => {
    const { browser, service, signIn } = startSite();
    const path = browser.wayBack(await browser.setOut());
    const held = service.tokenEndpoint.holdNext();
    const first = browser.go(path);
    await held.arrived;
    signIn('mallory');
    const other = await browser.go(path);
    held.release();
    assert.equal((await pageOf(other)).code, 'subject_mismatch');
    assert(!other.headers.getSetCookie().some((one) => one.startsWith('__Host-Http-vaultlink=')));
    assert.equal((await first).status, 303);
  });

  it('is refused for a flow that the first user has completed', async () => {
    const { browser, hasFlow, signIn } = startSite();
    const path = browser.wayBack(await browser.setOut());
    assert.equal((await browser.go(path)).status, 303);
    signIn('mallory');
    assert.equal((await pageOf(await browser.go(path))).code, 'subject_mismatch');
    assert.equal(hasFlow(), false);
  });

  it('is refused where the store keeps subjects as hashes', async () => {
    const { browser, service, signIn } = startSite({ subjectPrivacy: 'hash' });
    const path = browser.wayBack(await browser.setOut());
    signIn('mallory');
    assert.equal((await pageOf(await browser.go(path))).code, 'subject_mismatch');
    assert.deepEqual(service.requests, []);
    signIn('fay');
    assert.equal((await browser.go(browser.wayBack(await browser.setOut()))).status, 303);
  });

  it('leaves the other flows of the browser', async () => {
    const { browser, signIn } = startSite();
    const first = browser.wayBack(await browser.setOut());
    const second = browser.wayBack(await browser.setOut());
    signIn('mallory');
    await browser.go(first);
    signIn('fay');
    assert.equal((await browser.go(second)).status, 303);
  });
});

describe('a callback that names no user', () => {
  for (const [way, query] of WAYS) {
    it(`goes once through a page of the own site ${way}, and connects its user`, async () => {
      const { bff, browser, hasFlow, service } = startSite();
      const path = browser.wayBack(await browser.setOut(query));
      const response = await browser.come(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.has('location'), false);
      const { text } = await pageOf(response);
      assert.doesNotMatch(text, /<script/);
      assert.deepEqual(service.requests, []);
      assert.equal(hasFlow(), true);
      const arrived = await browser.go(continuationOf(text));
      assert.equal(arrived.status, query.includes('popup') ? 200 : 303);
      await bff.push('fay', 'packet-1', {});
    });

    it(`is refused where the page of the own site finds another user ${way}`, async () => {
      const { browser, hasFlow, service, signIn } = startSite();
      const path = browser.wayBack(await browser.setOut(query));
      signIn('mallory');
      const { text } = await pageOf(await browser.come(path));
      const page = await pageOf(await browser.go(continuationOf(text)));
      assert.deepEqual([page.status, page.code], [403, 'subject_mismatch']);
      assert.deepEqual(service.requests, []);
      assert.equal(hasFlow(), false);
    });

    it(`is refused where nobody is signed in ${way}, and a reload does not complete it`, async () => {
      const { browser, hasFlow, service, signIn, signOut } = startSite();
      const path = browser.wayBack(await browser.setOut(query));
      signOut();
      const again = continuationOf((await pageOf(await browser.come(path))).text);
      const page = await pageOf(await browser.go(again));
      assert.deepEqual([page.status, page.code], [403, 'subject_missing']);
      assert.match(page.text, /href="\/vault\/connect\?return_to=[^"]*settings/);
      assert.equal(hasFlow(), false);
      signIn('fay');
      assert.equal((await pageOf(await browser.go(again))).code, 'state_missing');
      assert.deepEqual(service.requests, []);
    });
  }

  it('keeps what the service has said in the address of the next page', async () => {
    const { browser } = startSite();
    const path = browser.wayBack(await browser.setOut('?return_to=/a'), {
      code: '',
      error: 'access_denied',
    });
    const { text } = await pageOf(await browser.come(path));
    const arrived = await browser.go(continuationOf(text));
    assert.equal(arrived.headers.get('location'), 'https://app.example/a?vault=denied');
  });

  it('keeps a parameter that comes twice, and refuses it there', async () => {
    const { browser, service } = startSite();
    const path = `${browser.wayBack(await browser.setOut())}&code=another`;
    const { text } = await pageOf(await browser.come(path));
    const page = await pageOf(await browser.go(continuationOf(text)));
    assert.equal(page.code, 'invalid_request');
    assert.deepEqual(service.requests, []);
  });

  it('needs no user where the backend has no subject', async () => {
    const { browser } = startBff();
    assert.equal((await browser.connect()).status, 303);
  });

  it('leaves the flow as it is while the host cannot say who is signed in', async () => {
    let isAway = false;
    const { browser, service } = startBff({
      subject: () => {
        if (isAway) throw new Error('The sessions of the host are away.');
        return 'fay';
      },
    });
    const path = browser.wayBack(await browser.setOut());
    isAway = true;
    assert.equal((await pageOf(await browser.come(path))).status, 500);
    isAway = false;
    assert.equal((await browser.come(path)).status, 303);
    assert.equal(service.requests.length, 1);
  });
});

describe('the pages of a callback whose user is not signed in', () => {
  for (const [language, oneMoment, otherUser] of [
    ['en', 'One moment', 'Another user is signed in'],
    ['de', 'Einen Moment', 'Es ist jemand anderes angemeldet'],
    ['es', 'Un momento', 'Otra persona ha iniciado sesión'],
    ['fr', 'Un instant', 'Un autre utilisateur est connecté'],
    ['pt', 'Um momento', 'Outra pessoa tem sessão iniciada'],
    ['ar', 'لحظة من فضلك', 'مستخدم آخر سجّل الدخول'],
  ] as const) {
    it(`says in ${language} that it continues, and that another user is signed in`, async () => {
      const { browser, signIn, signOut } = startSite();
      const headers = { 'accept-language': language };
      const path = browser.wayBack(await browser.setOut());
      signOut();
      const continuing = await pageOf(await browser.go(path, headers));
      assert(continuing.text.includes(`<h1>${oneMoment}</h1>`));
      assert.match(continuing.text, /<bdi>https:\/\/app\.example<\/bdi>/);
      signIn('mallory');
      const refused = await pageOf(await browser.go(path, headers));
      assert(refused.text.includes(`<h1>${otherUser}</h1>`));
    });
  }
});
