/** Functions that take what a page has sent, by the name of the global variable. */
type Binding = Record<string, ((text: string) => unknown) | undefined>;

/** The parts of `window.vaultlink` that are read. */
interface Tag {
  options?: Record<string, string | undefined>;
  report?: (...values: unknown[]) => unknown;
}

/**
 * Takes the reports that a page sends while it is left, and notes what else it sends with the token: the browser driver does not see these requests,
 * and no report may reach the real service. Runs in
 * each page before its scripts. Its source text is sent to the browser, so it must use nothing from outside itself.
 *
 * @param options the token of the visit, and the name of the global function that takes a report as JSON
 */
export function watchLeaving({ token, binding }: { token: string; binding: string }): void {
  const send = (window as unknown as Binding)[binding];
  // Scripts of the page may give these names to something of their own.
  const { JSON, Promise, Request, String, URL } = window;
  const setTimeout = window.setTimeout.bind(window);
  if (!send) return;

  let isUnloading = false;
  /** The event in which the page sends, or has asked for, a report. */
  let event: string | undefined;
  /** `true` once the page has asked the tag in `beforeunload`, whenever the tag sends the report. */
  let isAskedBefore = false;
  const tag = () => (window as unknown as { vaultlink?: Tag }).vaultlink;
  window.addEventListener('beforeunload', () => {
    event = 'beforeunload';
    const vaultlink = tag();
    const report = vaultlink?.report;
    if (vaultlink && report)
      vaultlink.report = (...values) => {
        isAskedBefore = true;
        return report(...values);
      };
    // The page stays if its link leads to a file or to another program.
    setTimeout(() => {
      if (vaultlink && report) vaultlink.report = report;
      if (!isUnloading && !isAskedBefore) event = undefined;
    });
  });
  const enter = (next: string) => {
    isUnloading = true;
    if (!isAskedBefore) event = next;
  };
  window.addEventListener('pagehide', () => enter('pagehide'));
  window.addEventListener('unload', () => enter('unload'));
  window.addEventListener('pageshow', () => {
    isUnloading = false;
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
    const page = location.origin + location.pathname;
    const isReport = /\/endlinks\//i.test(url.pathname) || isOfService(url);
    if (isReport) {
      const report = JSON.stringify({ report: url.href, method, leaving: { event, page } });
      if (isUnloading) keep(report);
      else send(report);
    } else if (isUnloading && (holdsToken(url.href) || holdsToken(String(body)))) {
      const place = holdsToken(url.href) ? 'address' : 'body';
      const leak = { address: url.origin + url.pathname, place, from: location.origin };
      keep(JSON.stringify({ leak }));
    }
    return isReport;
  };
  /** A page that unloads can no longer call the binding. The next page of its origin passes on what it has sent. */
  const keep = (text: string) => {
    try {
      const kept = sessionStorage.getItem(binding);
      sessionStorage.setItem(binding, kept === null ? text : `${kept}\n${text}`);
    } catch {
      // The storage is blocked.
    }
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
  try {
    const kept = sessionStorage.getItem(binding);
    sessionStorage.removeItem(binding);
    for (const text of kept?.split('\n') ?? []) send(text);
  } catch {
    // The storage is blocked.
  }
}
