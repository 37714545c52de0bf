import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VaultConnect, VaultPush } from '../../src/browser/elements/define.ts';

/** What the elements use of a browser, beyond what Node has. */
const NAMES = [
  ...['document', 'location', 'history', 'navigator', 'customElements', 'sessionStorage'],
  ...['addEventListener', 'removeEventListener', 'getComputedStyle'],
  ...['Node', 'Element', 'HTMLElement', 'HTMLFormElement', 'Document', 'DocumentFragment'],
  ...['ShadowRoot', 'CSSStyleSheet', 'MutationObserver', 'FormData', 'Event', 'CustomEvent'],
];

const ANSWERS: Record<string, object> = {
  'GET /vault/session': { connected: true },
  'POST /vault/packets/p1/push': { message: 'ok' },
  'DELETE /vault/session': {},
};

/** Tests the elements of the vault in a stand-in for a browser, as a component test of a page would use it. */
export function testVaultElements(name: string, window: object): void {
  const values = NAMES.map((key) => [key, Reflect.get(window, key) as unknown] as const);
  for (const [key, value] of [['window', window], ['BroadcastChannel', undefined], ...values]) {
    const bound = typeof value === 'function' && /^[a-z]/.test(key as string);
    Object.defineProperty(globalThis, key as string, {
      value: bound ? (value as () => void).bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
  globalThis.fetch = (url, init) =>
    Promise.resolve(Response.json(ANSWERS[`${init?.method} ${url as string}`]));

  describe(`the elements of the vault in ${name}`, () => {
    it('connect, push and disconnect, and show each state', async () => {
      await import('../../src/browser/elements/define.ts');
      const events: string[] = [];
      for (const type of ['vault-connected', 'vault-pushed', 'vault-disconnected']) {
        document.addEventListener(type, () => events.push(type));
      }
      document.body.innerHTML = `<vault-connect></vault-connect>
        <vault-push packet-id="p1"><form><input name="a" value="b" /><button>Save</button></form></vault-push>`;
      const connect = document.querySelector('vault-connect');
      const push = document.querySelector('vault-push');
      assert(connect && push);
      await shows(connect, 'connected', 'Your vault is connected.');
      document.querySelector('button')?.click();
      await shows(push, 'pushed', 'Your answers are saved in your vault.');
      connect.shadowRoot?.querySelector('button')?.click();
      await shows(connect, 'disconnected', 'Your vault is not connected.');
      assert.deepEqual(events, ['vault-connected', 'vault-pushed', 'vault-disconnected']);
    });
  });
}

async function shows(element: VaultConnect | VaultPush, state: string, sentence: string) {
  await reaches(element, state);
  const slot = element.shadowRoot?.querySelector(`slot[name=${state}]`);
  assert.equal(slot?.textContent.trim(), sentence);
}

/** Waits until the element has rendered a state. */
async function reaches(element: VaultConnect | VaultPush, state: string): Promise<void> {
  await element.updateComplete;
  if (element.state === state) return;
  await new Promise((resolve) => {
    new MutationObserver(resolve).observe(element.renderRoot, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await reaches(element, state);
}
