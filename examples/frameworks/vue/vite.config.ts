import vue from '@vitejs/plugin-vue';
import { isVaultlinkElement } from 'vaultlink/vue';
import { defineConfig } from 'vite';

const { HOST = '127.0.0.1', PORT, BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

/** `vaultlink serve` is behind `/vault/`, on the origin of the pages. */
const server = {
  host: HOST,
  ...(PORT && { port: Number(PORT), strictPort: true }),
  proxy: { '/vault/': { target: BACKEND_URL } },
};

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: isVaultlinkElement } } })],
  server,
  preview: server,
});
