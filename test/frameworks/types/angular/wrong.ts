/** What must not compile: each line of the template is a mistake. */
import { Component } from '@angular/core';
import { EndlinkFinish, VaultConnect, VaultPush } from 'vaultlink/angular';
import type { VaultPushedEvent } from 'vaultlink/vault';

@Component({
  selector: 'wrong-end',
  imports: [EndlinkFinish, VaultConnect, VaultPush],
  template: `
    <endlink-finish outcome="completed" />
    <endlink-finish [outcome]="1" />
    <endlink-finish via="mail" />
    <endlink-finish test="maybe" />
    <endlink-finish [outcomes]="'complete'" />
    <endlink-finish (endlinkConfirmed)="onPushed($event)" />
    <vault-connect display="window" />
    <vault-push [packet]="'coffee'" />
    <vault-push (vaultPushed)="onText($event.detail.nothing)" />
  `,
})
export class WrongEnd {
  protected onPushed(event: VaultPushedEvent): unknown {
    return event.detail;
  }

  protected onText(text: string): string {
    return text;
  }
}
