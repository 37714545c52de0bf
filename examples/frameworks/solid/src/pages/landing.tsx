import { A } from '@solidjs/router';

export const Landing = () => (
  <>
    <h1>Coffee survey</h1>
    <A href="/questions">Start</A>
  </>
);
