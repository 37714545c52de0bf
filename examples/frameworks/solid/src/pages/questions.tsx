import { A } from '@solidjs/router';

export const Questions = () => (
  <>
    <h1>How does the survey end?</h1>
    <ul>
      <li>
        <A href="/done">Done</A>
      </li>
      <li>
        <A href="/late">Late</A>
      </li>
      <li>
        <A href="/bound">Bound</A>
      </li>
      <li>
        <A href="/remount">Remount</A>
      </li>
      <li>
        <A href="/profile">Profile</A>
      </li>
    </ul>
  </>
);
