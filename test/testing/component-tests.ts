import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import type { EndlinkFinish, VaultConnect, VaultPush } from '../../src/browser/elements/define.ts';
import type { FakeBackend, FakeEndlink } from '../../src/testing/index.ts';
import { useWindow } from './stand-in-window.ts';

/** Tests the elements in a stand-in for a browser, as the component tests of a page would. */
export function testComponents(name: string, window: object): void {
  describe(`A component test in ${name}`, () => {
    let testing: typeof import('../../src/testing/index.ts');
    before(async () => {
      useWindow(window);
      await import('../../src/browser/elements/define.ts');
      testing = await import('../../src/testing/index.ts');
    });
    afterEach(() => {
      document.body.innerHTML = '';
      testing.resetVaultlink();
    });

    /** Shows a page, and returns its element of this name. */
    const mount = <Name extends keyof HTMLElementTagNameMap>(name: Name, html: string) => {
      document.body.innerHTML = html;
      const element = document.querySelector(name);
      assert(element);
      return element;
    };

    it('sees the outcome that an element reports, and each sentence of the states that it orders', async () => {
      const endlink: FakeEndlink = testing.fakeEndlink();
      const events: string[] = [];
      const types = ['endlink-reporting', 'endlink-confirmed', 'endlink-rejected'];
      for (const type of types) document.addEventListener(type, () => events.push(type));
      const finish = mount(
        'endlink-finish',
        '<endlink-finish outcome="complete"></endlink-finish>',
      );
      await shows(
        finish,
        'reporting',
        'Reporting your participation to the marketplace. Please keep this page open.',
      );
      assert.deepEqual(endlink.reports, [{ outcome: 'complete' }]);
      endlink.setState({ state: 'confirmed', outcome: 'complete' });
      await shows(
        finish,
        'confirmed',
        'Thank you for completing the survey. Your participation has been recorded. You may close this page.',
      );
      endlink.setState('rejected');
      await reaches(finish, 'rejected');
      assert.deepEqual(events, ['endlink-reporting', 'endlink-confirmed', 'endlink-rejected']);
      assert.equal(endlink.reports.length, 1);
    });

    it('waits for an outcome that is set late, and reports it once, mounted twice', async () => {
      const endlink = testing.fakeEndlink();
      const finish = mount('endlink-finish', '<endlink-finish></endlink-finish>');
      await reaches(finish, 'waiting');
      assert.deepEqual(endlink.reports, []);
      finish.outcome = 'screenout';
      await reaches(finish, 'reporting');
      finish.remove();
      document.body.append(finish);
      endlink.setState('confirmed');
      await reaches(finish, 'confirmed');
      assert.deepEqual(endlink.reports, [{ outcome: 'screenout' }]);
    });

    it('shows nothing of a tab without a token', async () => {
      const finish = mount(
        'endlink-finish',
        '<endlink-finish outcome="complete"></endlink-finish>',
      );
      await reaches(finish, 'missing');
      assert.equal(finish.shadowRoot?.querySelector('[part=status]')?.textContent.trim(), '');
    });

    it('connects, pushes and disconnects in front of a fake backend', async () => {
      const backend: FakeBackend = testing.fakeBackend({ isConnected: true });
      const events: string[] = [];
      const types = ['vault-connected', 'vault-pushed', 'vault-disconnected'];
      for (const type of types) document.addEventListener(type, () => events.push(type));
      mount(
        'div',
        `<div><vault-connect></vault-connect>
        <vault-push packet-id="p1"><form><input name="a" value="b" /><button>Save</button></form></vault-push></div>`,
      );
      const connect = document.querySelector('vault-connect');
      const push = document.querySelector('vault-push');
      assert(connect && push);
      await shows(connect, 'connected', 'Your vault is connected.');
      document.querySelector('button')?.click();
      await shows(push, 'pushed', 'Your answers are saved in your vault.');
      assert.deepEqual(backend.pushes, [{ packetId: 'p1', answers: { a: 'b' } }]);
      connect.shadowRoot?.querySelector('button')?.click();
      await shows(connect, 'disconnected', 'Your vault is not connected.');
      assert.deepEqual(backend.session, { connected: false, reason: 'none' });
      assert.deepEqual(events, ['vault-connected', 'vault-pushed', 'vault-disconnected']);
    });

    it('sees the sentences of a push that it has ordered to be refused', async () => {
      const backend = testing.fakeBackend({ isConnected: true });
      backend.failNextPush('validation_failed', ['Drink is not an option.']);
      const push = mount(
        'vault-push',
        '<vault-push packet-id="p1"><form><input name="a" /><button>Save</button></form></vault-push>',
      );
      document.querySelector('button')?.click();
      await reaches(push, 'failed');
      assert.match(push.shadowRoot?.textContent ?? '', /Drink is not an option\./);
    });

    it('begins anew after resetVaultlink()', () => {
      const fetchBefore = globalThis.fetch;
      testing.fakeEndlink('confirmed');
      assert.throws(() => testing.fakeEndlink(), /resetVaultlink/);
      testing.fakeBackend();
      sessionStorage.setItem('of-the-page', 'stays');
      testing.resetVaultlink();
      assert.equal(window instanceof Object && 'vaultlink' in window, false);
      assert.equal(globalThis.fetch, fetchBefore);
      assert.equal(sessionStorage.getItem('of-the-page'), 'stays');
      assert.equal(testing.fakeEndlink().state.state, 'waiting');
    });

    it('forgets a token that a page had really captured', async () => {
      const { captureEndlink, endlinkState } = await import('../../src/browser/endlink/index.ts');
      history.replaceState(null, '', '/?service_endlink_token=abc');
      captureEndlink({ test: 'on' });
      assert.equal(endlinkState().state, 'waiting');
      testing.resetVaultlink();
      assert.equal(endlinkState().state, 'missing');
    });

    it('reports a token again that an earlier test had really reported', async (context) => {
      const { captureEndlink, reportOutcome } = await import('../../src/browser/endlink/index.ts');
      // Only an answer from another origin is one of the service.
      const answer = () => Object.defineProperty(new Response('{}'), 'type', { value: 'cors' });
      const { mock } = context.mock.method(globalThis, 'fetch', () => Promise.resolve(answer()));
      for (const reportCount of [1, 2]) {
        history.replaceState(null, '', '/?service_endlink_token=abc');
        captureEndlink({ baseUrl: 'https://service.example' });
        assert.equal((await reportOutcome('complete')).state, 'confirmed');
        assert.equal(mock.callCount(), reportCount);
        testing.resetVaultlink();
      }
    });

    it('knows of no connection that an earlier test had made by the hook', async () => {
      const { vaultConnection } = await import('../../src/browser/vault/index.ts');
      const { rememberInTab } = await import('../../src/browser/vault/tab-memory.ts');
      const exchangeUrl = 'https://buyer.example/exchange';
      const readState = async () => {
        const connection = vaultConnection({ exchangeUrl });
        await connection.checkSession();
        return connection.snapshot.state;
      };
      rememberInTab(exchangeUrl, true);
      assert.equal(await readState(), 'connected');
      testing.resetVaultlink();
      assert.equal(await readState(), 'disconnected');
    });
  });
}

async function shows(element: Shown, state: string, sentence: string) {
  await reaches(element, state);
  assert.equal(sentenceOf(element, state), sentence);
}

type Shown = EndlinkFinish | VaultConnect | VaultPush;

const sentenceOf = ({ shadowRoot }: Shown, state: string) =>
  shadowRoot?.querySelector(`slot[name=${state}]`)?.textContent.trim();

/** Waits until the element has rendered a state. */
async function reaches(element: Shown, state: string): Promise<void> {
  await element.updateComplete;
  if (element.state === state && sentenceOf(element, state) !== undefined) return;
  await new Promise((resolve) => {
    new MutationObserver(resolve).observe(element.renderRoot, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  await reaches(element, state);
}
