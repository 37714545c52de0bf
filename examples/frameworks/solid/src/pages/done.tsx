import { createSignal } from 'solid-js';
import type { EndlinkEvent } from 'vaultlink/endlink';

export function Done() {
  const [lastEvent, setLastEvent] = createSignal('');
  const show = (event: EndlinkEvent) => setLastEvent(event.type);
  return (
    <>
      <h1>Thank you</h1>
      <endlink-finish
        outcome="complete"
        on:endlink-confirmed={show}
        on:endlink-rejected={show}
        on:endlink-missing={show}
      />
      <p>
        Last event: <output id="last-event">{lastEvent()}</output>
      </p>
    </>
  );
}
