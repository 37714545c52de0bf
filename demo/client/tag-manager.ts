/**
 * Acts as a tag manager that adds the script tag after everything else and drops its attributes. Sets the options in `window.vaultlinkConfig` instead.
 * Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function tagManager(): void {
  interface TrustedTypes {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string };
  }

  const { nonce, dataset } = document.currentScript as HTMLScriptElement;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('tag-manager', { createScriptURL: (url) => url });
  const url = '/vaultlink.js';

  const addTag = () => {
    Object.assign(window, { vaultlinkConfig: { baseUrl: dataset.marketplace } });
    const script = document.createElement('script');
    script.nonce = nonce;
    script.src = policy?.createScriptURL(url) ?? url;
    document.head.append(script);
  };
  addEventListener('load', () => setTimeout(addTag));
}
