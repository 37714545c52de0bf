import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { HOST = '127.0.0.1', PORT, BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

/** `vaultlink serve` is behind `/vault`, on the origin of the pages. */
const server = {
  host: HOST,
  ...(PORT && { port: Number(PORT), strictPort: true }),
  proxy: { '/vault': BACKEND_URL },
};

export default defineConfig({ plugins: [react()], server, preview: server });
