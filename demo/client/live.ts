/**
 * Updates the parts of a page that come from the marketplace. `data-live` of the body is the address that renders them; each part has an id and
 * `data-live-part`. Runs in the page.
 *
 * Polls once a second while the page is visible. No connection stays open, so the page may enter the back/forward cache.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function live(): void {
  const PAUSE_MS = 1000;
  const address = document.body.dataset.live;
  if (!address) return;

  /** Replaces the content of a part if it has changed, and keeps the focus. */
  const replace = (part: HTMLElement, fresh: Element) => {
    const copy = document.importNode(fresh, true);
    const before = document.createElement('div');
    before.append(...[...part.childNodes].map((node) => node.cloneNode(true)));
    const after = document.createElement('div');
    after.append(...copy.childNodes);
    if (before.isEqualNode(after)) return;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    part.replaceChildren(...after.childNodes);
    if (focused?.id) document.getElementById(focused.id)?.focus();
  };

  /** Loads the parts as a document in which no script runs. */
  const refresh = () => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onloadend = () => {
      setTimeout(refreshWhenSeen, PAUSE_MS);
      if (request.status !== 200 || !(request.response instanceof Document)) return;
      for (const part of document.querySelectorAll<HTMLElement>('[data-live-part]')) {
        const fresh = request.response.getElementById(part.id);
        if (fresh) replace(part, fresh);
      }
    };
    request.send();
  };

  const refreshWhenSeen = () => {
    if (document.visibilityState === 'visible') refresh();
    else document.addEventListener('visibilitychange', refresh, { once: true });
  };
  refreshWhenSeen();
}
