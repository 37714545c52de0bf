import { render } from 'solid-js/web';
import 'vaultlink/elements';
import { captureEndlink } from 'vaultlink/endlink';
import { App } from './app';

// Before the router reads the address: it holds the seller's token.
captureEndlink({ baseUrl: import.meta.env.VITE_SERVICE_URL });

render(() => <App />, document.getElementById('app')!);
