// An effect reports through the package. StrictMode runs it twice.
import { useEffect } from 'react';
import { reportOutcome } from 'vaultlink/endlink';
import { showApp } from './app.jsx';

function Thanks() {
  useEffect(() => {
    window.effectCount = (window.effectCount ?? 0) + 1;
    void reportOutcome('quota_full');
  }, []);
  return <h1>Thank you!</h1>;
}

showApp(<Thanks />);
