import type * as Elements from '../../../src/browser/elements/define.ts';
import type * as Vault from '../../../src/browser/vault/index.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { load } from '../support/load.ts';
import { CONNECTED, PUSHED } from '../support/vault-page.ts';

const vault = await load<typeof Vault>('vault/index.ts');

describe('the events of the vault', () => {
  it('bubble, leave shadow trees and carry their detail', () => {
    const error = { error: 'service_error', error_description: 'Broken.' } as const;
    const push = { packetId: 'p1', answers: { age: '42' } };
    const cases = [
      ['vault-connected', new vault.VaultConnectedEvent(CONNECTED), CONNECTED],
      ['vault-disconnected', new vault.VaultDisconnectedEvent(CONNECTED), CONNECTED],
      ['vault-denied', new vault.VaultDeniedEvent(error), error],
      ['vault-failed', new vault.VaultFailedEvent(error), error],
      ['vault-pushing', new vault.VaultPushingEvent(push), push],
      ['vault-pushed', new vault.VaultPushedEvent(PUSHED as never), PUSHED],
      ['vault-push-failed', new vault.VaultPushFailedEvent(error), error],
    ] as const;
    for (const [type, event, detail] of cases) {
      ok(event instanceof CustomEvent, type);
      equal(event.type, type);
      deepEqual(event.detail, detail);
      deepEqual([event.bubbles, event.composed], [true, true]);
      equal(event.cancelable, type === 'vault-pushing');
    }
  });

  it('are the same classes at both entries', async () => {
    const elements = await load<typeof Elements>('elements/define.ts');
    equal(elements.VaultConnectedEvent, vault.VaultConnectedEvent);
    equal(elements.VaultPushingEvent, vault.VaultPushingEvent);
  });

  it('are typed for every listener of a page', () => {
    // Checked by the compiler: a listener knows the detail of its event.
    const listen = () => {
      document.addEventListener('vault-connected', (event) => {
        const isConnected: boolean = event.detail.connected;
        // @ts-expect-error It is not text.
        const text: string = event.detail.connected;
        return [isConnected, text];
      });
      document.body.addEventListener('vault-push-failed', ({ detail }) => detail.messages?.length);
      window.addEventListener('vault-pushing', ({ detail }) => detail.answers.age?.length);
      window.addEventListener('vault-pushed', ({ detail }) => detail.sellers_packet.status);
    };
    equal(typeof listen, 'function');
  });
});
