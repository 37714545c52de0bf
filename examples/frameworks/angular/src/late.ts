import { Component, signal } from '@angular/core';
import { EndlinkFinish } from 'vaultlink/angular';
import type { Outcome } from 'vaultlink/endlink';

/** Stands for a server that decides how the survey ends. */
const decide = async (): Promise<Outcome> => 'screenout';

@Component({
  imports: [EndlinkFinish],
  template: `
    <h1>One moment</h1>
    <button type="button" (click)="onDecide()">Decide</button>
    <endlink-finish
      [outcome]="outcome()"
      (endlinkConfirmed)="lastEvent.set($event.type)"
      (endlinkMissing)="lastEvent.set($event.type)"
    />
    <p>
      Last event: <output id="last-event">{{ lastEvent() }}</output>
    </p>
  `,
})
export class Late {
  protected readonly outcome = signal<Outcome | undefined>(undefined);
  protected readonly lastEvent = signal('');

  protected async onDecide(): Promise<void> {
    this.outcome.set(await decide());
  }
}
