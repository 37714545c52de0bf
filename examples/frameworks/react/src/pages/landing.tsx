import { Link } from 'react-router';

export function Landing() {
  return (
    <>
      <h1>Coffee survey</h1>
      <Link to="/questions">Start</Link>
    </>
  );
}
