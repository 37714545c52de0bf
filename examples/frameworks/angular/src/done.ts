import { Component, signal } from '@angular/core';
import { EndlinkFinish } from 'vaultlink/angular';

@Component({
  imports: [EndlinkFinish],
  template: `
    <h1>Thank you</h1>
    <endlink-finish
      outcome="complete"
      (endlinkConfirmed)="lastEvent.set($event.type)"
      (endlinkMissing)="lastEvent.set($event.type)"
    />
    <p>
      Last event: <output id="last-event">{{ lastEvent() }}</output>
    </p>
  `,
})
export class Done {
  protected readonly lastEvent = signal('');
}
