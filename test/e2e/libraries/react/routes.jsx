// A router of a few lines: the last page of the survey is another route of the same document.
import { useSyncExternalStore } from 'react';
import { OUTCOME_OF, Question, showApp } from './app.jsx';

const listeners = new Set();
addEventListener('popstate', () => listeners.forEach((listener) => listener()));

function push(url) {
  history.pushState(null, '', url);
  listeners.forEach((listener) => listener());
}

function useAddress() {
  const href = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => location.href,
  );
  return new URL(href);
}

function Survey() {
  const { pathname, searchParams } = useAddress();
  if (pathname === '/end') return <h1>The survey is over.</h1>;
  if (pathname === '/thanks')
    return (
      <>
        <h1>Thank you!</h1>
        <endlink-finish outcome={OUTCOME_OF[searchParams.get('drink')]} />
      </>
    );
  return (
    <>
      <Question onAnswer={(drink) => push(`/thanks?drink=${drink}`)} />
      <button onClick={() => push('/end?status=3')}>Leave</button>
    </>
  );
}

showApp(<Survey />);
