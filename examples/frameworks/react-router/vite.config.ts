import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const { HOST = '127.0.0.1', PORT } = process.env;

export default defineConfig({
  plugins: [reactRouter()],
  server: { host: HOST, ...(PORT && { port: Number(PORT), strictPort: true }) },
});
