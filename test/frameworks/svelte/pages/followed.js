import { mount } from 'svelte';
import Followed from './Followed.svelte';

mount(Followed, { target: document.getElementById('app') });
