import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { isVaultlinkElement, useEndlink, useVault } from '../../../src/frameworks/vue/index.ts';

/** Renders a template on this server. @param isCustomElement what the compiler is told of tags */
async function render(template: string, isCustomElement = isVaultlinkElement): Promise<string> {
  const app = createSSRApp({
    template,
    setup: () => ({ endlink: useEndlink(), vault: useVault(), outcome: 'quota_full' }),
  });
  app.config.compilerOptions.isCustomElement = isCustomElement;
  return renderToString(app);
}

describe('Vaultlink in Vue on a server', () => {
  it('knows nothing of the tab, asks nothing, and throws nothing', async (context) => {
    const fetched = context.mock.method(globalThis, 'fetch', () => Promise.reject(new Error()));
    const html = await render('<p>{{ endlink.state }} {{ vault.state }} {{ vault.isDenied }}</p>');
    assert.equal(html, '<p>missing checking false</p>');
    assert.equal(fetched.mock.callCount(), 0);
  });

  it('renders the elements with their attributes and children', async () => {
    const html = await render(`
      <endlink-finish :outcome="outcome" manual @endlink-confirmed="() => {}">
        <p slot="confirmed">Thank you!</p>
      </endlink-finish>`);
    assert.equal(
      html,
      '<endlink-finish outcome="quota_full" manual><p slot="confirmed">Thank you!</p></endlink-finish>',
    );
  });

  it('renders no element that Vue was not told of, and Vue names it', async (context) => {
    const warned = context.mock.method(console, 'warn', () => undefined);
    const html = await render('<p><vault-push packet-id="a"></vault-push></p>', () => false);
    assert.equal(html, '<p><!----></p>');
    assert.match(
      String(warned.mock.calls[0]?.arguments[0]),
      /Failed to resolve component: vault-push/,
    );
  });

  it('gives the same to each visitor, whatever one of them does with it', async (context) => {
    const warned = context.mock.method(console, 'warn', () => undefined);
    const app = createSSRApp({
      setup() {
        const endlink = useEndlink();
        (endlink as { value: unknown }).value = { state: 'confirmed' };
        return () => h('p', endlink.value.state);
      },
    });
    assert.equal(await renderToString(app), '<p>missing</p>');
    assert.equal(warned.mock.callCount(), 1);
  });
});

describe('isVaultlinkElement', () => {
  it('knows the three elements and no component with a dash', () => {
    const tags = ['endlink-finish', 'vault-connect', 'vault-push', 'router-link', 'vault-list'];
    assert.deepEqual(tags.filter(isVaultlinkElement), [
      'endlink-finish',
      'vault-connect',
      'vault-push',
    ]);
  });
});
