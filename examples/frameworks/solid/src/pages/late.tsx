import { createSignal } from 'solid-js';
import type { Outcome } from 'vaultlink/endlink';

export function Late() {
  const [outcome, setOutcome] = createSignal<Outcome>();
  const [lastEvent, setLastEvent] = createSignal('');
  // Such as your server's answer.
  const decide = async () => setOutcome(await Promise.resolve('screenout' as const));
  return (
    <>
      <h1>One moment</h1>
      <button onClick={decide}>Decide</button>
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
