import type { Tab } from './browser-tabs.ts';

/**
 * Keeps the tabs from leading to another host, in every browser, and tells when a page tries to. A content security policy does that before a
 * request is made. It tells the origin alone.
 *
 * @param serviceUrl the address that the pages may try
 * @see https://www.w3.org/TR/CSP3/#directive-frame-src
 */
export function watchBlockedNavigations(serviceUrl: string, onBlocked: () => void): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "frame-src 'self'";
  document.head.append(policy);
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    // The browser still has to end its own navigation.
    if (blockedURI.startsWith(serviceUrl)) setTimeout(onBlocked);
  });
}

/**
 * Shows a page of the service in a tab.
 *
 * @param answer `undefined`: there is none
 * @param styleUrl the style sheet of the survey pages
 */
export async function showServicePage(
  { frame }: Tab,
  answer: Response | undefined,
  styleUrl: string,
): Promise<void> {
  const source = answer
    ? await answer.text()
    : '<title>No connection</title><main><h1>No connection</h1><p>The marketplace does not answer. Load the page again.</p></main>';
  const page = new DOMParser().parseFromString(source, 'text/html');
  const title = page.querySelector('h1')?.textContent ?? page.title;
  const sentences = [...page.querySelectorAll('p:not(.status,.banner,:has(a))')];
  const text = sentences.map((sentence) => sentence.textContent.trim());
  frame.srcdoc = servicePage(title, text, styleUrl);
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The sentences of the service's page, in the style of the survey pages. */
const servicePage = (title: string, sentences: readonly string[], styleUrl: string) =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escape(title)}</title>
    <link rel="stylesheet" href="${escape(styleUrl)}" />
  </head>
  <body>
    <main>
      <p class="place">The marketplace</p>
      <h1>${escape(title)}</h1>
      ${sentences.map((sentence) => `<p>${escape(sentence)}</p>`).join('')}
    </main>
  </body>
</html>`;
