import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { captureEndlink } from 'vaultlink/endlink';
import { useEndlink } from 'vaultlink/react';

// In the browser this runs before the page is hydrated. On the server it does nothing.
captureEndlink({ baseUrl: import.meta.env.VITE_SERVICE_URL });

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>Coffee survey</title>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  const endlink = useEndlink();
  return (
    <>
      <Outlet />
      <p>
        Your survey: <output id="endlink-state">{endlink.state}</output>
      </p>
    </>
  );
}
