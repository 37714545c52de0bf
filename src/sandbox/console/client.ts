/**
 * What the console does in the browser: keeps the live parts up to date, says aloud what changed, and sends the quiet forms without leaving
 * the page. The page works without it.
 *
 * It is sent as its own source, so it uses nothing from outside itself.
 */
export function runConsole(): void {
  const events = new EventSource('/sandbox/events');
  let isLoading = false;
  let isStale = false;

  /** Renders nothing: the server does, and the browser parses it as a document, in which no script runs. */
  function refresh(): void {
    isStale = isLoading;
    if (isLoading) return;
    isLoading = true;
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.onloadend = () => {
      isLoading = false;
      if (request.response instanceof Document) update(request.response);
      if (isStale) refresh();
    };
    request.send();
  }

  function update(fresh: Document): void {
    const before = news();
    for (const part of document.querySelectorAll('[data-live]')) {
      const replacement = fresh.getElementById(part.id);
      if (replacement) replace(part, replacement);
    }
    const changes = [...news()].filter(([id, text]) => before.has(id) && before.get(id) !== text);
    for (const [id] of changes)
      document.getElementById(id)?.closest('li')?.classList.add('changed');
    const status = document.getElementById('news');
    if (status && changes.length) status.textContent = changes.map(([, text]) => text).join('. ');
  }

  /** Keeps what the person did: the focus, and what they have opened. */
  function replace(part: Element, replacement: Element): void {
    for (const { id } of part.querySelectorAll('details[open]')) {
      replacement.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
    }
    if (part.isEqualNode(replacement)) return;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    part.replaceChildren(...replacement.childNodes);
    if (!focused) return;
    const again = focused.id ? document.getElementById(focused.id) : null;
    (again ?? part.querySelector<HTMLElement>('h2'))?.focus();
  }

  function news(): Map<string, string> {
    const elements = [...document.querySelectorAll<HTMLElement>('[data-news]')];
    return new Map(elements.map(({ id, dataset }) => [id, dataset.news ?? '']));
  }

  function showConnection(isLive: boolean): void {
    const element = document.getElementById('connection');
    if (!element) return;
    element.hidden = false;
    element.textContent = isLive ? 'Live' : 'Not connected';
    element.classList.toggle('lost', !isLive);
  }

  function tick(): void {
    const element = document.getElementById('now');
    if (!element) return;
    const ms = Number(element.dataset.nowMs) + 1000;
    element.dataset.nowMs = String(ms);
    element.textContent = new Date(ms).toISOString().slice(11, 19);
  }

  events.addEventListener('state', refresh);
  events.addEventListener('log', refresh);
  events.addEventListener('open', () => {
    showConnection(true);
    refresh();
  });
  events.addEventListener('error', () => showConnection(false));
  setInterval(tick, 1000);
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-quiet]')) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.onloadend = refresh;
    request.send(new FormData(form, event.submitter));
  });
}
