import { isVaultlinkElement } from 'vaultlink/vue';

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  vue: { compilerOptions: { isCustomElement: isVaultlinkElement } },
  // `NUXT_PUBLIC_SERVICE_URL` replaces it.
  runtimeConfig: { public: { serviceUrl: 'http://127.0.0.1:4800' } },
  app: {
    head: {
      title: 'Coffee survey',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  telemetry: false,
});
