/**
 * Runs the console in the browser: updates the live parts, announces changes to screen readers, counts down, copies texts, and sends the quiet forms
 * without leaving the page. The pages work without it.
 *
 * The console sends the source of this function, so it must use nothing from outside itself.
 */
export function runConsole(): void {
  const page = document.querySelector<HTMLElement>('[data-page]')?.dataset.page ?? location.href;
  const script = document.currentScript as HTMLScriptElement | null;
  const eventsUrl = new URL('../events', script?.src);
  let isLoading = false;
  let isStale = false;

  /** Loads a page of the console as a document in which no script runs. */
  function load(url: string, then: (fresh: Document) => void, onEnd?: () => void): void {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.onloadend = () => {
      if (request.response instanceof Document) then(request.response);
      onEnd?.();
    };
    request.send();
  }

  function refresh(): void {
    isStale = isLoading;
    if (isLoading) return;
    isLoading = true;
    load(page, update, () => {
      isLoading = false;
      if (isStale) refresh();
    });
  }

  function update(fresh: Document): void {
    const before = news();
    for (const part of document.querySelectorAll('[data-live]')) {
      const replacement = fresh.getElementById(part.id);
      if (replacement) patchElement(part, replacement);
    }
    showCopyButtons();
    search();
    const changes = [...news()].filter(([id, text]) => before.has(id) && before.get(id) !== text);
    for (const [id] of changes)
      document.getElementById(id)?.closest('li')?.classList.add('changed');
    const status = document.getElementById('news');
    const announced = changes.map(([, text]) => text).filter(Boolean);
    if (status && announced.length) status.textContent = announced.join('. ');
  }

  /** Changes only the differences, so that the focus, a selection, an input and open details stay. */
  function patchElement(old: Element, fresh: Element): void {
    if (old.isEqualNode(fresh) || old.matches('[data-loaded], [data-keep]')) return;
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    let next: ChildNode | null = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const match = matchOf(old, next, child);
      if (!match) {
        old.insertBefore(child, next);
        continue;
      }
      if (match === next) next = next.nextSibling;
      else old.insertBefore(match, next);
      if (match instanceof Element) patchElement(match, child as Element);
      else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
    }
    while (next) {
      const rest: ChildNode | null = next.nextSibling;
      next.remove();
      next = rest;
    }
  }

  /** Returns the child with the same id. Without an id, returns the next child if it has the same name and no id. */
  function matchOf(parent: Element, next: ChildNode | null, fresh: ChildNode): ChildNode | null {
    if (fresh instanceof Element && fresh.id) {
      const old = document.getElementById(fresh.id);
      return old?.parentElement === parent && old.nodeName === fresh.nodeName ? old : null;
    }
    const isSame = next?.nodeName === fresh.nodeName && !(next instanceof Element && next.id);
    return isSame ? next : null;
  }

  function news(): Map<string, string> {
    const elements = [...document.querySelectorAll<HTMLElement>('[data-news]')];
    return new Map(elements.map(({ id, dataset }) => [id, dataset.news ?? '']));
  }

  function announce(text: string): void {
    const status = document.getElementById('news');
    if (status) status.textContent = text;
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
    const ms = Number(element.dataset.nowMs) + (element.dataset.frozen === 'true' ? 0 : 1000);
    element.dataset.nowMs = String(ms);
    const now = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
    for (const shown of document.querySelectorAll('#now, [data-shows-now]'))
      shown.textContent = now;
    for (const end of document.querySelectorAll<HTMLElement>('[data-ends-at-ms]')) {
      const left = Math.max(0, Math.ceil((Number(end.dataset.endsAtMs) - ms) / 1000));
      const text = new Date(left * 1000).toISOString().slice(11, 19);
      end.textContent = text.startsWith('00:') ? text.slice(3) : text;
    }
  }

  /** Hides the switches and replies in which the text of the search is not. */
  function search(): void {
    const field = document.querySelector<HTMLInputElement>('[data-search]');
    if (!field) return;
    const wanted = field.value.trim().toLowerCase();
    const rows = [...document.querySelectorAll<HTMLElement>('.switch-row')];
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    const nothing = document.getElementById('no-behaviour');
    if (nothing) nothing.hidden = rows.some(({ hidden }) => !hidden);
  }

  /** Opens the details that the hash of the address leads into. Not every browser does. */
  function openTarget(): void {
    const target = document.querySelector(':target');
    const closed = target?.parentElement?.closest<HTMLDetailsElement>('details:not([open])');
    if (!target || !closed) return;
    closed.open = true;
    target.scrollIntoView();
  }

  function showCopyButtons(): void {
    for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
      if (button.hidden) button.hidden = false;
    }
  }

  /** Copies the text of an element. Selects it for Ctrl+C if the page may not write to the clipboard. */
  function copy(id: string): void {
    const source = document.getElementById(id);
    if (!source) return;
    const select = () => {
      getSelection()?.selectAllChildren(source);
      announce('Selected. Press Ctrl and C to copy.');
    };
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) {
      select();
      return;
    }
    void clipboard.writeText(source.textContent).then(() => announce('Copied.'), select);
  }

  /** Loads all details of a request into its open row. */
  function loadDetail(row: HTMLDetailsElement): void {
    const place = row.querySelector('[data-detail]');
    const url = place?.getAttribute('data-detail');
    if (!row.open || !place || !url || place.hasAttribute('data-loaded')) return;
    load(url, (fresh) => {
      const detail = fresh.getElementById('detail');
      if (!detail) return;
      place.setAttribute('data-loaded', '');
      place.replaceChildren(...detail.childNodes);
      showCopyButtons();
    });
  }

  /** Updates the preview of the landing URL 150 ms after the last input. */
  let typed: ReturnType<typeof setTimeout> | undefined;
  function preview(form: HTMLFormElement): void {
    clearTimeout(typed);
    typed = setTimeout(() => {
      const fields = [...new FormData(form)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ]);
      const query = new URLSearchParams(fields);
      load(`${form.dataset.preview ?? ''}?${query.toString()}`, (fresh) => {
        const old = form.querySelector('[data-preview-of]');
        const result = old && fresh.getElementById(old.id);
        if (old && result) patchElement(old, result);
      });
    }, 150);
  }

  const events = new EventSource(eventsUrl);
  events.addEventListener('state', refresh);
  events.addEventListener('log', refresh);
  events.addEventListener('open', () => {
    showConnection(true);
    refresh();
  });
  events.addEventListener('error', () => showConnection(false));
  setInterval(tick, 1000);
  showCopyButtons();
  openTarget();
  addEventListener('hashchange', openTarget);
  for (const row of document.querySelectorAll('details')) loadDetail(row);

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-copy]');
    if (button) copy(button.getAttribute('data-copy') ?? '');
  });
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement) loadDetail(target);
    },
    true,
  );
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>('[data-preview]');
    if (form) preview(form);
    if (target instanceof Element && target.matches('[data-search]')) search();
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    // The form opens another tab and changes what this page is about: show that once the sandbox has changed.
    const { follow } = form.dataset;
    if (follow) events.addEventListener('state', () => location.assign(follow), { once: true });
    if (!form.matches('[data-quiet]')) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.onloadend = refresh;
    request.send(new FormData(form, event.submitter));
  });
}
