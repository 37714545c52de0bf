import { createSignal } from 'solid-js';
import type { Outcome } from 'vaultlink/endlink';

export function Bound() {
  const [outcome, setOutcome] = createSignal<Outcome>();
  const [lastEvent, setLastEvent] = createSignal('');
  return (
    <>
      <h1>Choose the end</h1>
      <select
        aria-label="Outcome"
        onChange={(event) => setOutcome((event.target.value as Outcome) || undefined)}
      >
        <option />
        <option>complete</option>
        <option>fail</option>
        <option>quota_full</option>
        <option>screenout</option>
      </select>
      <endlink-finish
        outcome={outcome()}
        on:endlink-confirmed={(event) => setLastEvent(event.type)}
      />
      <p>
        Last event: <output id="last-event">{lastEvent()}</output>
      </p>
    </>
  );
}
