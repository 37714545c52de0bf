// The element is mounted with its outcome, and unmounted by the button.
import { useState } from 'react';
import { OUTCOME_OF, Question, showApp } from './app.jsx';

function Survey() {
  const [drink, setDrink] = useState();
  if (!drink) return <Question onAnswer={setDrink} />;
  return (
    <>
      <Thanks outcome={OUTCOME_OF[drink]} />
      <button onClick={() => setDrink(undefined)}>Start again</button>
    </>
  );
}

function Thanks({ outcome }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <>
      <endlink-finish outcome={outcome} onendlink-confirmed={() => setIsSaved(true)} />
      {isSaved && <h1>Thank you!</h1>}
    </>
  );
}

showApp(<Survey />);
