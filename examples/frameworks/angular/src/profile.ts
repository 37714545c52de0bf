import { Component, signal } from '@angular/core';
import { injectVault, VaultConnect, VaultPush } from 'vaultlink/angular';

@Component({
  imports: [VaultConnect, VaultPush],
  template: `
    <h1>Your coffee profile</h1>
    <vault-connect (vaultConnected)="lastEvent.set($event.type)" />
    <vault-push packetId="coffee-profile" (vaultPushed)="lastEvent.set($event.type)">
      <form>
        <label>Favourite drink <input name="drink" /></label>
        <button>Save</button>
      </form>
    </vault-push>
    <p>
      Vault: <output id="vault-state">{{ vault().state }}</output>
    </p>
    <p>
      Last event: <output id="last-event">{{ lastEvent() }}</output>
    </p>
  `,
})
export class Profile {
  protected readonly vault = injectVault();
  protected readonly lastEvent = signal('');
}
