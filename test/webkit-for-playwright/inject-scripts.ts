const HEAD = /<head(\s[^>]*)?>/i;
const DOCTYPE = /^\s*(<!doctype[^>]*>)?/i;

/**
 * Adds scripts to the start of an HTML document, before its own.
 *
 * @param policy the document's `Content-Security-Policy`: its nonce lets the scripts run
 */
export function injectScripts(html: string, scripts: readonly string[], policy = ''): string {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const tags = scripts.map((source) => `<script nonce="${nonce}">${source}</script>`).join('');
  const start = HEAD.test(html) ? HEAD : DOCTYPE;
  return html.replace(start, (match) => match + tags);
}
