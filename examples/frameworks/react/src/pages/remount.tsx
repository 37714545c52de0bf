import { useState } from 'react';
import { EndlinkFinish } from 'vaultlink/react';

export function Remount() {
  const [isShown, setIsShown] = useState(true);
  const [lastEvent, setLastEvent] = useState('');
  return (
    <>
      <h1>Enough people like you have answered</h1>
      <button onClick={() => setIsShown(!isShown)}>{isShown ? 'Hide' : 'Show'}</button>
      {isShown && (
        <EndlinkFinish
          outcome="quota_full"
          onEndlinkConfirmed={(event) => setLastEvent(event.type)}
          onEndlinkMissing={(event) => setLastEvent(event.type)}
        />
      )}
      <output id="last-event">{lastEvent}</output>
    </>
  );
}
