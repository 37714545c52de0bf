// React reads the state of the tag as it reads any other store.
import { useSyncExternalStore } from 'react';
import { OUTCOME_OF, Question, showApp } from './app.jsx';

const { report, state, subscribe } = window.vaultlink;

function Survey() {
  const name = useSyncExternalStore(subscribe, () => state().state);
  return (
    <>
      <output>{name}</output>
      <Question onAnswer={(drink) => void report(OUTCOME_OF[drink])} />
    </>
  );
}

showApp(<Survey />);
