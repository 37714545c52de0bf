/** Functions that take what a page has sent, by the name of the global variable. */
type Binding = Record<string, ((text: string) => unknown) | undefined>;

/** The parts of `window.vaultlink` that are read. */
interface Tag {
  options?: Record<string, string | undefined>;
  report?: (...values: unknown[]) => unknown;
}

/**
 * Takes the reports that a page sends while it is left, and notes what else it sends with the token: the browser driver does not see these requests,
 * and no report may reach the real service. Runs in each page before its scripts. Its source text is sent to the browser, so it must use nothing from
 * outside itself.
 *
 * @param options the token of the visit, and the name of the global function that takes a report as JSON
 */
export function watchLeaving({ token, binding }: { token: string; binding: string }): void {
  const send = (window as unknown as Binding)[binding];
  // Scripts of the page may give these names to something of their own.
  const { JSON, Promise, Request, String, URL } = window;
  const setTimeout = window.setTimeout.bind(window);
  // A new tab of a page with an opener begins with an empty document, which shares its window with the page that follows.
  if (!send || location.href === 'about:blank') return;

  /** Key in sessionStorage. Holds the address of the page that asked the tag in `beforeunload`, until the tag sends the report. */
  const askedKey = `${binding}:asked`;
  const keepText = (key: string, text: string) => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // The storage is blocked.
    }
  };
  const takeText = (key: string): string | null => {
    try {
      const text = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return text;
    } catch {
      return null;
    }
  };

  let reports = 0;
  let isUnloading = false;
  /** The event in which the page sends, or has asked for, a report. */
  let event: string | undefined;
  /** The page that this event belongs to. */
  let page = '';
  /** `true` once the page, or the one before it, has asked the tag in `beforeunload`, whenever the tag sends the report. */
  let isAskedBefore = false;
  const tag = () => (window as unknown as { vaultlink?: Tag }).vaultlink;
  const enter = (next: string) => {
    if (isAskedBefore) return;
    event = next;
    page = location.origin + location.pathname;
  };
  window.addEventListener('beforeunload', () => {
    enter('beforeunload');
    const vaultlink = tag();
    const report = vaultlink?.report;
    if (vaultlink && report)
      vaultlink.report = (...values) => {
        isAskedBefore = true;
        keepText(askedKey, page);
        return report(...values);
      };
    // The page stays if its link leads to a file or to another program.
    setTimeout(() => {
      if (vaultlink && report) vaultlink.report = report;
      if (!isUnloading && !isAskedBefore) event = undefined;
    });
  });
  for (const type of ['pagehide', 'unload'])
    window.addEventListener(type, () => {
      isUnloading = true;
      enter(type);
    });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isUnloading = false;
    isAskedBefore = false;
    event = undefined;
  });

  const holdsToken = (address: string) =>
    address.includes(token) || address.includes(encodeURIComponent(token));
  const isOfService = (url: URL) => {
    const baseUrl = tag()?.options?.baseUrl ?? '';
    if (!URL.canParse(baseUrl)) return false;
    const { origin } = new URL(baseUrl);
    return origin !== location.origin && url.origin === origin && holdsToken(url.href);
  };
  const takeReport = (address: string, method: string, body: unknown): boolean => {
    if (!event) return false;
    const url = new URL(address, document.baseURI);
    const isReport = /\/endlinks\//i.test(url.pathname) || isOfService(url);
    if (isReport) {
      takeText(askedKey);
      reports += 1;
      const id = `${performance.timeOrigin} ${reports}`;
      const report = JSON.stringify({ id, report: url.href, method, leaving: { event, page } });
      // Send and keep it: a call of the binding is lost if the page is gone soon after.
      if (!isUnloading) send(report);
      keep(report);
    } else if (isUnloading && (holdsToken(url.href) || holdsToken(String(body)))) {
      const place = holdsToken(url.href) ? 'address' : 'body';
      const leak = { address: url.origin + url.pathname, place, from: location.origin };
      keep(JSON.stringify({ leak }));
    }
    return isReport;
  };
  /** Keeps what a page sends while it is left. The next page of its origin passes it on. */
  const keep = (text: string) => {
    const kept = takeText(binding);
    keepText(binding, kept === null ? text : `${kept}\n${text}`);
  };
  const nativeFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const url = input instanceof URL ? input.href : (request?.url ?? (input as string));
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    return takeReport(url, method, init?.body)
      ? new Promise(() => undefined)
      : nativeFetch(input, init);
  };
  const nativeSendBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) =>
    takeReport(String(url), 'POST', data) || nativeSendBeacon(url, data);

  if (window.top !== window) return;
  for (const text of takeText(binding)?.split('\n') ?? []) send(text);
  // Attribute what the tag of this page sends to the page before: it asked, and was gone before its own tag had sent.
  const askedBy = takeText(askedKey);
  if (askedBy === null) return;
  isAskedBefore = true;
  event = 'beforeunload';
  page = askedBy;
}
