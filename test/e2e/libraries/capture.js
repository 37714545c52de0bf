// What the entry of a bundled project begins with, instead of a script tag on the page.
import 'vaultlink/elements';
import { captureEndlink } from 'vaultlink/endlink';

const { url, tokenParam } = document.querySelector('meta[name=service]').dataset;
captureEndlink({ baseUrl: url, tokenParam });
