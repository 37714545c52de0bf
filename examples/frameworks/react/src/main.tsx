import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { captureEndlink } from 'vaultlink/endlink';
import { App } from './app';

// Before anything else reads the address: it holds the seller's token.
captureEndlink({ baseUrl: import.meta.env.VITE_SERVICE_URL });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
