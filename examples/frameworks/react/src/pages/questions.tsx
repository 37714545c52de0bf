import { Link } from 'react-router';

export function Questions() {
  return (
    <>
      <h1>How do you like your coffee?</h1>
      <ul>
        <li>
          <Link to="/done">Done</Link>
        </li>
        <li>
          <Link to="/late">Late</Link>
        </li>
        <li>
          <Link to="/bound">Bound</Link>
        </li>
        <li>
          <Link to="/remount">Remount</Link>
        </li>
        <li>
          <Link to="/profile">Profile</Link>
        </li>
      </ul>
    </>
  );
}
