import { createApp, createSSRApp } from 'vue';
import type { App, Component } from 'vue';
import { isVaultlinkElement } from 'vaultlink/vue';

/** An app as its entry makes it, on a server and in a page. */
export function createPageApp(component: Component, create = createApp): App {
  const app = create(component);
  app.config.compilerOptions.isCustomElement = isVaultlinkElement;
  return app;
}

/** Takes over what a server has rendered. */
export const hydrate = (component: Component) =>
  createPageApp(component, createSSRApp).mount('#app');
