import { hydrate } from 'svelte';
import Rendered from './Rendered.svelte';

hydrate(Rendered, { target: document.getElementById('app') });
