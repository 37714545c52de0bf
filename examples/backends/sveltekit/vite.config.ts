import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

// Without an origin, forms are refused on a server that no proxy with TLS stands before.
const { ORIGIN } = process.env;

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), ...(ORIGIN && { paths: { origin: ORIGIN } }) })],
});
