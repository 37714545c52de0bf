import type { CheckedPart, PageFacts, Recipient, SelfCheck } from '../../protocol/self-check.ts';
import { isDryRun, isScrubOff, landingNamesOf } from '../endlink/options.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import { tokenPattern, withoutTokens } from '../endlink/redact.ts';
import type { StoredRecord } from '../endlink/record.ts';

/** The files that the tag may load later. */
const PART_NAMES = [
  'token',
  'relay',
  'dry-run',
  'blocked-storage',
  'frames',
  'fill',
  'script-navigation',
  'diagnostics',
  'elements',
];

/** Key in sessionStorage under which the pages of this tab are counted. */
const PAGES_KEY = 'vaultlink-check-pages';

/** Returns what is known now. */
interface SelfCheckSource {
  (): SelfCheck;
  /** The files, once they were tried. */
  parts: readonly CheckedPart[];
}

/** Observes this page. Everything that it returns is free of the token. */
export function createSelfCheck(engine: EndlinkEngine): SelfCheckSource {
  const blocked: string[] = [];
  const opening = openingOf();
  const hops = countHops(engine);
  observeViolations(blocked);

  const source = (() => {
    const { state, outcome, status, body, capturedAtMs } = engine.state();
    const token = engine.token();
    const check: SelfCheck = {
      version: 1,
      page: { ...pageFacts(engine), blocked, state, outcome, status },
      tokenParam: landingNamesOf(engine.options).token,
      hasPlaceholder: engine.page.placeholder !== undefined,
      ...opening,
      ageSeconds:
        token === undefined || capturedAtMs === undefined
          ? undefined
          : Math.round((Date.now() - capturedAtMs) / 1000),
      hops: hops(),
      frame: frameKind(),
      isFetchReplaced: !Function.prototype.toString.call(fetch).includes('[native code]'),
      policies: [
        ...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv=content-security-policy i]'),
      ].map(({ content }) => content),
      recipients: token === undefined ? [] : recipientsOf(token, engine),
      parts: source.parts,
      answer: body,
    };
    return redactAll(check, engine.readRecord());
  }) as SelfCheckSource;
  source.parts = [];
  return source;
}

function pageFacts({
  options,
  token,
  state,
  page,
}: EndlinkEngine): Omit<PageFacts, 'blocked' | 'state'> {
  const value = token();
  const tags = [...document.scripts].filter(({ src }) => /\/vaultlink\.js([?#]|$)/.test(src));
  const scripts = [...document.scripts];
  const [landing] = performance.getEntriesByType('navigation');
  return {
    address: location.origin + location.pathname,
    hasLanded: holds(landing?.name ?? '', value),
    isTokenInAddress: holds(location.href, value),
    isRead: document.readyState !== 'loading',
    tagCount: tags.length,
    hasEngine: true,
    scriptsBefore: tags[0]
      ? scripts
          .slice(0, scripts.indexOf(tags[0]))
          // Scripts that others have injected are asynchronous, wherever they stand.
          .filter(({ type, async }) => !async && /^$|javascript|^module$/.test(type))
          .map(({ src }) => (src ? withoutQuery(src) : 'inline'))
      : [],
    hasToken: value !== undefined,
    storage: value === undefined ? undefined : state().inMemory ? 'memory' : 'sessionStorage',
    isFramed: window.top !== window,
    isScrubOff: isScrubOff(options),
    isDryRun: isDryRun(options),
    carry: options.carry ?? '',
    via: options.via || 'fetch',
    problems: [...(page.problems ?? [])].map(([cause, sentence]) => ({ cause, sentence })),
  };
}

/** Returns whether a text contains the token, however it is written. */
const holds = (text: string, token: string | undefined) =>
  token !== undefined && tokenPattern(token).test(text);

const withoutQuery = (address: string) => address.replace(/[?#].*/, '');

/** Takes the tokens of the tab out of every text: an answer may repeat one, and an address may have it in its path. */
function redactAll(check: SelfCheck, record: StoredRecord | undefined): SelfCheck {
  const redact = (value: unknown): unknown =>
    typeof value === 'string' ? withoutTokens(value, record) : value;
  return JSON.parse(JSON.stringify(check, (_, value: unknown) => redact(value))) as SelfCheck;
}

/** Returns how the page was opened, and when the tag came. */
function openingOf() {
  const landing = navigationEntry();
  const tag = performance
    .getEntriesByType('resource')
    .find(({ name }) => /\/vaultlink\.js([?#]|$)/.test(name));
  const isLate =
    tag !== undefined && landing !== undefined && tag.startTime > landing.domContentLoadedEventEnd;
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return {
    openedAtMs: performance.timeOrigin,
    isReload: landing?.type === 'reload',
    parameters: [...new URL(landing?.name ?? location.href).searchParams.keys()],
    isFirstInTab: history.length === 1,
    cameFrom: document.referrer ? withoutQuery(document.referrer) : undefined,
    isTagAfterInput: isLate && userActivation?.hasBeenActive === true,
  };
}

const navigationEntry = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;

/** Counts the pages of this tab since the landing. A reload of a page counts as none. */
function countHops(engine: EndlinkEngine): () => number {
  let stored: { capturedAtMs?: number | undefined; pages: number } = { pages: 0 };
  const isReload = navigationEntry()?.type === 'reload';
  const { capturedAtMs } = engine.state();
  try {
    stored = { ...stored, ...(JSON.parse(sessionStorage.getItem(PAGES_KEY) ?? '{}') as object) };
    if (stored.capturedAtMs !== capturedAtMs) stored = { capturedAtMs, pages: 1 };
    else if (!isReload) stored.pages += 1;
    sessionStorage.setItem(PAGES_KEY, JSON.stringify(stored));
  } catch {
    // The storage is blocked: nobody counts.
  }
  return () => Math.max(0, stored.pages - 1);
}

function frameKind(): SelfCheck['frame'] {
  if (window.top === window) return 'no';
  try {
    return window.top?.location.origin === location.origin ? 'same origin' : 'other origin';
  } catch {
    return 'other origin';
  }
}

/** Notes what the page's policy blocks, and in Chromium what it blocked before. */
function observeViolations(blocked: string[]): void {
  const add = (directive: string, address: string) => {
    const line = `${directive} ${withoutQuery(address)}`;
    if (!blocked.includes(line)) blocked.push(line);
  };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    add(effectiveDirective, blockedURI),
  );
  if (!('ReportingObserver' in window)) return;
  const report = (reports: Report[]) => {
    for (const { body } of reports) {
      const { effectiveDirective = '', blockedURL } = (body ?? {}) as Record<string, string>;
      add(effectiveDirective, blockedURL ?? 'inline');
    }
  };
  new ReportingObserver(report, { types: ['csp-violation'], buffered: true }).observe();
}

/** Returns who received the token, as the browser's list of requests and the referrer show it. The service itself is none of them. */
function recipientsOf(token: string, { options }: EndlinkEngine): Recipient[] {
  const recipients = new Map<string, Recipient>();
  const add = (address: string, by: Recipient['by'], isOwnOrigin: boolean) =>
    recipients.set(`${by} ${address}`, { address, by, isOwnOrigin });
  const service = options.baseUrl ? `${options.baseUrl.replace(/\/+$/, '')}/api/` : undefined;
  for (const { name } of performance.getEntriesByType('resource')) {
    if (!holds(name, token) || (service && name.startsWith(service))) continue;
    add(withoutQuery(name), 'request', new URL(name).origin === location.origin);
  }
  if (holds(document.referrer, token)) add(location.origin + location.pathname, 'referrer', true);
  return [...recipients.values()];
}

/** Tries all files beside this one. */
export function checkParts(): Promise<CheckedPart[]> {
  return Promise.all(
    PART_NAMES.map(async (name) => {
      const file = `vaultlink-${name}.js`;
      const url = new URL(file, import.meta.url);
      const address = url.origin + url.pathname;
      try {
        const { ok, status, headers } = await fetch(url, { credentials: 'omit' });
        const contentType = headers.get('content-type') ?? '';
        const isUsable = ok && /javascript|ecmascript/i.test(contentType);
        return { file, address, status, contentType, isUsable };
      } catch {
        return { file, address, status: 0, contentType: '', isUsable: false };
      }
    }),
  );
}
