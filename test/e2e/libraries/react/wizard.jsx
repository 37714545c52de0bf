// A wizard of one page has all its steps mounted and shows one of them.
import { useState } from 'react';
import { Question, showApp } from './app.jsx';

function Wizard() {
  const [step, setStep] = useState('question');
  const styleOf = (name) => ({ display: name === step ? 'block' : 'none' });
  return (
    <>
      <div style={styleOf('question')}>
        <Question onAnswer={(drink) => setStep(drink === 'Nothing' ? 'sorry' : 'thanks')} />
      </div>
      <div style={styleOf('thanks')}>
        <h1>Thank you!</h1>
        <endlink-finish outcome="complete" />
      </div>
      <div style={styleOf('sorry')}>
        <h1>You do not qualify.</h1>
        <endlink-finish outcome="screenout" />
      </div>
    </>
  );
}

showApp(<Wizard />);
