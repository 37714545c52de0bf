/**
 * Opens the survey in a tab, and sends the self-checks of its pages to the console. A page of the console that is opened later in this window continues.
 *
 * The console sends the source of this function, so it must use nothing from outside itself.
 */
export function watchVisit(): void {
  const KEY = 'vaultlink-check-messages';
  let tab: Window | null = null;
  const waiting: [name: string, value: string][] = [];
  let isSending = false;

  const address = () => sessionStorage.getItem(KEY);

  /** Sends the waiting messages one after the other, so that the newest one arrives last. */
  function sendNext(): void {
    const next = waiting.shift();
    const url = address();
    isSending = next !== undefined && url !== null;
    if (!next || url === null) return;
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.onloadend = sendNext;
    request.send(new URLSearchParams([next]));
  }

  function send(name: string, value: string): void {
    waiting.push([name, value]);
    if (!isSending) sendNext();
  }

  /** Returns whether a message comes from the tab that this window opened. Any page can send other messages. */
  function isFromTab(source: MessageEventSource | null): boolean {
    if (source === null || !('opener' in source)) return false;
    if (source.opener !== window || source.top !== source) return false;
    return tab === null || source === tab;
  }

  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (address() === null || !isFromTab(source)) return;
    if (typeof data !== 'object' || data === null) return;
    const { type, detail } = data as { type?: unknown; detail?: { page?: { address?: unknown } } };
    const page = detail?.page?.address;
    if (type !== 'vaultlink-self-check' || typeof page !== 'string') return;
    // Accept only messages about a page of the sender's own origin.
    if (page.startsWith(`${origin}/`)) send('message', JSON.stringify(detail));
  });

  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const { messages } = target.dataset;
    if (messages === undefined) return;
    sessionStorage.setItem(KEY, messages);
    // The form opens the window of this name, so this is the same window.
    tab = window.open('', target.target);
  });

  // A tab whose page has another Cross-Origin-Opener-Policy looks closed too.
  setInterval(() => {
    if (!tab?.closed) return;
    tab = null;
    send('gone', 'true');
  }, 1000);
}
