import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Status } from './status';

export const metadata: Metadata = { title: 'Coffee survey', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        {/* Captures the token before anything else. Not next/script, which waits for Next.js. */}
        <script src="/vaultlink.js" data-base-url={process.env.NEXT_PUBLIC_SERVICE_URL} />
      </head>
      <body>
        {children}
        <Status />
      </body>
    </html>
  );
}
