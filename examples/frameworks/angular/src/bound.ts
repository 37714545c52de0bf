import { Component, signal } from '@angular/core';
import { EndlinkFinish } from 'vaultlink/angular';
import type { Outcome } from 'vaultlink/endlink';

@Component({
  imports: [EndlinkFinish],
  template: `
    <h1>Choose the end</h1>
    <select #choice aria-label="Outcome" (change)="onChoose(choice.value)">
      <option value=""></option>
      @for (name of outcomes; track name) {
        <option [value]="name">{{ name }}</option>
      }
    </select>
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
export class Bound {
  protected readonly outcomes: Outcome[] = ['complete', 'fail', 'quota_full', 'screenout'];
  protected readonly outcome = signal<Outcome | undefined>(undefined);
  protected readonly lastEvent = signal('');

  protected onChoose(value: string): void {
    this.outcome.set(this.outcomes.find((name) => name === value));
  }
}
