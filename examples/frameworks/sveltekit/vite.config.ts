import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const { HOST = '127.0.0.1', PORT } = process.env;

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
  server: { host: HOST, ...(PORT && { port: Number(PORT), strictPort: true }) },
});
