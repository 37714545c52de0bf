// An effect reports through the tag's object. StrictMode runs it twice.
import { useEffect } from 'react';
import { showApp } from './app.jsx';

function Thanks() {
  useEffect(() => {
    window.effectCount = (window.effectCount ?? 0) + 1;
    void window.vaultlink.report('quota_full');
  }, []);
  return <h1>Thank you!</h1>;
}

showApp(<Thanks />);
