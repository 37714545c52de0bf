import Link from 'next/link';

export default function Questions() {
  return (
    <>
      <h1>How do you like your coffee?</h1>
      <ul>
        <li>
          <Link href="/done">Done</Link>
        </li>
        <li>
          <Link href="/late">Late</Link>
        </li>
        <li>
          <Link href="/bound">Bound</Link>
        </li>
        <li>
          <Link href="/remount">Remount</Link>
        </li>
        <li>
          <Link href="/profile">Profile</Link>
        </li>
      </ul>
    </>
  );
}
