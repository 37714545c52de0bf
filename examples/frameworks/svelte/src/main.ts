import { mount } from 'svelte';
import 'vaultlink/elements';
import { captureEndlink } from 'vaultlink/endlink';
import App from './App.svelte';

// Before anything else reads the address: it holds the seller's token.
captureEndlink({ baseUrl: import.meta.env.VITE_SERVICE_URL });

mount(App, { target: document.getElementById('app')! });
