import Link from 'next/link';

export default function Landing() {
  return (
    <>
      <h1>Coffee survey</h1>
      <Link href="/questions">Start</Link>
    </>
  );
}
