// The buyer's own server decides on the outcome while the element is already shown.
import { useEffect, useState } from 'react';
import { Question, showApp } from './app.jsx';

function Survey() {
  const [drink, setDrink] = useState();
  return drink ? <Thanks drink={drink} /> : <Question onAnswer={setDrink} />;
}

function Thanks({ drink }) {
  const [outcome, setOutcome] = useState();
  useEffect(() => {
    void fetch(`/outcome?drink=${drink}`)
      .then((response) => response.json())
      .then((decision) => setOutcome(decision.outcome));
  }, [drink]);
  return <endlink-finish outcome={outcome} />;
}

showApp(<Survey />);
