'use client';

import { useState } from 'react';
import { EndlinkFinish } from 'vaultlink/react';

export default function Done() {
  const [lastEvent, setLastEvent] = useState('');
  return (
    <>
      <h1>Thank you!</h1>
      <EndlinkFinish
        outcome="complete"
        onEndlinkConfirmed={(event) => setLastEvent(event.type)}
        onEndlinkMissing={(event) => setLastEvent(event.type)}
      />
      <output id="last-event">{lastEvent}</output>
    </>
  );
}
