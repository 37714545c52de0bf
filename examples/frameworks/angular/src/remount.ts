import { Component, signal } from '@angular/core';
import { EndlinkFinish } from 'vaultlink/angular';

@Component({
  imports: [EndlinkFinish],
  template: `
    <h1>We have enough answers</h1>
    <button type="button" (click)="isShown.set(!isShown())">
      {{ isShown() ? 'Hide' : 'Show' }}
    </button>
    @if (isShown()) {
      <endlink-finish
        outcome="quota_full"
        (endlinkConfirmed)="lastEvent.set($event.type)"
        (endlinkMissing)="lastEvent.set($event.type)"
      />
    }
    <p>
      Last event: <output id="last-event">{{ lastEvent() }}</output>
    </p>
  `,
})
export class Remount {
  protected readonly isShown = signal(true);
  protected readonly lastEvent = signal('');
}
