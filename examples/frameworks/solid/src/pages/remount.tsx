import { createSignal, Show } from 'solid-js';

export function Remount() {
  const [isShown, setShown] = createSignal(true);
  const [lastEvent, setLastEvent] = createSignal('');
  return (
    <>
      <h1>The quota is full</h1>
      <button onClick={() => setShown(!isShown())}>{isShown() ? 'Hide' : 'Show'}</button>
      <Show when={isShown()}>
        <endlink-finish
          outcome="quota_full"
          on:endlink-confirmed={(event) => setLastEvent(event.type)}
        />
      </Show>
      <p>
        Last event: <output id="last-event">{lastEvent()}</output>
      </p>
    </>
  );
}
