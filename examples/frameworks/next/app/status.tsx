'use client';

import { useEndlink } from 'vaultlink/react';

export function Status() {
  const endlink = useEndlink();
  return (
    <p>
      Your survey: <output id="endlink-state">{endlink.state}</output>
    </p>
  );
}
