import { Link } from 'react-router';

export default function Landing() {
  return (
    <>
      <h1>Coffee survey</h1>
      <Link to="/questions">Start</Link>
    </>
  );
}
