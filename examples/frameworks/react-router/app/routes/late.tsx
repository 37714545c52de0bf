import { useState } from 'react';
import { EndlinkFinish } from 'vaultlink/react';
import type { Outcome } from 'vaultlink/endlink';

/** Stands for a server that decides how the survey ends. */
const decide = () => new Promise<Outcome>((resolve) => setTimeout(() => resolve('screenout'), 300));

export default function Late() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [lastEvent, setLastEvent] = useState('');
  return (
    <>
      <h1>One moment</h1>
      <button onClick={async () => setOutcome(await decide())}>Decide</button>
      <EndlinkFinish
        outcome={outcome}
        onEndlinkConfirmed={(event) => setLastEvent(event.type)}
        onEndlinkMissing={(event) => setLastEvent(event.type)}
      />
      <output id="last-event">{lastEvent}</output>
    </>
  );
}
