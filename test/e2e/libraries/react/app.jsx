import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The outcome of each answer. */
export const OUTCOME_OF = { Coffee: 'complete', Nothing: 'screenout', Tea: 'quota_full' };

/** Shows an app as a new project of Vite does. */
export function showApp(app) {
  createRoot(document.getElementById('root')).render(<StrictMode>{app}</StrictMode>);
}

/** The question of all apps here. */
export function Question({ onAnswer }) {
  return (
    <fieldset>
      <legend>What do you drink?</legend>
      {Object.keys(OUTCOME_OF).map((drink) => (
        <button key={drink} onClick={() => onAnswer(drink)}>
          {drink}
        </button>
      ))}
    </fieldset>
  );
}
