import { mount } from 'svelte';
import Bound from './Bound.svelte';

mount(Bound, { target: document.getElementById('app') });
