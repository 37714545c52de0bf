/** What has to compile. */
import { Component, signal, viewChild } from '@angular/core';
import {
  EndlinkFinish,
  injectEndlink,
  injectVault,
  VaultConnect,
  VaultPush,
} from 'vaultlink/angular';
import type { EndlinkEvent, EndlinkState, Outcome } from 'vaultlink/endlink';
import type { VaultPushedEvent, VaultPushFailedEvent } from 'vaultlink/vault';

@Component({
  selector: 'survey-end',
  imports: [EndlinkFinish, VaultConnect, VaultPush],
  template: `
    <endlink-finish outcome="complete" class="end" id="end" manual />
    <endlink-finish
      #finish
      [outcome]="outcome()"
      via="relay"
      test="spent"
      [manual]="true"
      preview="rejected"
      (endlinkConfirmed)="onEnd($event)"
      (click)="onClick($event)"
    >
      <p slot="confirmed">{{ finish.element.state }}</p>
    </endlink-finish>
    <endlink-finish [outcome]="null" [baseUrl]="undefined" />
    <vault-connect display="popup" bffUrl="/vault" (vaultConnected)="scope = $event.detail.scope" />
    <vault-push
      packetId="coffee"
      (vaultPushed)="onPushed($event)"
      (vaultPushFailed)="onFailed($event)"
    >
      <form><input name="drink" /></form>
    </vault-push>
    {{ endlink().state }} {{ vault().state }}
  `,
})
export class SurveyEnd {
  protected readonly outcome = signal<Outcome | undefined>(undefined);
  protected readonly endlink = injectEndlink();
  protected readonly vault = injectVault({ bffUrl: '/backend' });
  protected scope: string | undefined;
  readonly finish = viewChild.required<EndlinkFinish>('finish');

  report(): Promise<EndlinkState> {
    return this.finish().report({ via: 'redirect' });
  }

  protected onEnd(event: EndlinkEvent): Outcome | undefined {
    return event.detail.outcome;
  }

  protected onPushed(event: VaultPushedEvent): unknown {
    return event.detail;
  }

  protected onFailed(event: VaultPushFailedEvent): string {
    return event.detail.error;
  }

  protected onClick(event: MouseEvent): number {
    return event.detail;
  }
}
