// The element stands in the HTML of the page, outside of the app, which sets its outcome.
import { useEffect, useState } from 'react';
import { OUTCOME_OF, Question, showApp } from './app.jsx';

function Survey() {
  const [drink, setDrink] = useState();
  useEffect(() => {
    if (drink) document.querySelector('endlink-finish').outcome = OUTCOME_OF[drink];
  }, [drink]);
  return <Question onAnswer={setDrink} />;
}

showApp(<Survey />);
