import { useState } from 'react';
import { EndlinkFinish } from 'vaultlink/react';
import type { Outcome } from 'vaultlink/endlink';

export function Bound() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [lastEvent, setLastEvent] = useState('');
  return (
    <>
      <h1>How did it end?</h1>
      <select
        aria-label="Outcome"
        value={outcome ?? ''}
        onChange={(event) => setOutcome((event.target.value || undefined) as Outcome | undefined)}
      >
        <option value="">Not yet</option>
        <option value="complete">Complete</option>
        <option value="fail">Failed</option>
        <option value="quota_full">Quota full</option>
        <option value="screenout">Screened out</option>
      </select>
      <EndlinkFinish
        outcome={outcome}
        onEndlinkConfirmed={(event) => setLastEvent(event.type)}
        onEndlinkMissing={(event) => setLastEvent(event.type)}
      />
      <output id="last-event">{lastEvent}</output>
    </>
  );
}
