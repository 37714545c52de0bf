import { inspectElements, type Elements } from './inspect-elements.ts';
import { inspectEngine, type Engine } from './inspect-engine.ts';
import { inspectTags, type Tags } from './inspect-tags.ts';
import { inspectWall } from './inspect-wall.ts';
import { noteErrors, type PageErrors } from './note-errors.ts';
import type { SeenPage } from './observations.ts';

/** The facts of a page, with the moment at which it was opened. */
interface PageReport extends SeenPage {
  /** Time at which the page was opened, in milliseconds since 1970. Distinguishes the pages of a tab. */
  openedAtMs: number;
}

/** Functions that take the reports of a page, by the name of the global variable. */
type Binding = Record<string, ((text: string) => unknown) | undefined>;

/** The token of the visit, and the name of the global function that takes the facts as JSON. */
interface WatchOptions {
  token: string;
  binding: string;
}

/** Runs a function in the page. A tab that a script opens begins with an empty document, whose window, and so this code, is that of the page after it. */
function startInPage(start: () => void): void {
  const POLL_MS = 10;
  const first = document;
  if (location.href !== 'about:blank') {
    start();
    return;
  }
  const timer = setInterval(() => {
    if (document === first) return;
    clearInterval(timer);
    start();
  }, POLL_MS);
}

/**
 * Returns the code that reports the facts of a page whenever they may have changed, to be run in each page before its scripts. It is made of the source
 * text of functions, which must use nothing from outside themselves.
 */
export function watchPageCode(options: WatchOptions): string {
  const inspections = [inspectTags, inspectElements, inspectEngine, noteErrors, inspectWall].map(
    (inspect) => `(${inspect.toString()})()`,
  );
  const values = [JSON.stringify(options), ...inspections].join();
  return `(${startInPage.toString()})(() => (${watchPage.toString()})(${values}))`;
}

function watchPage(
  { token, binding }: WatchOptions,
  tagsOfPage: Tags,
  elements: Elements,
  readEngine: () => Engine,
  errors: PageErrors,
  describeWall: ReturnType<typeof inspectWall>,
): void {
  const send = (window as unknown as Binding)[binding];
  // Scripts of the page may give these names to something of their own.
  const { Boolean, JSON, MutationObserver, Object, Set, URL, performance } = window;
  if (!send) return;

  const holdsToken = (address: string) =>
    address.includes(token) || address.includes(encodeURIComponent(token));
  const blocked: string[] = [];
  let scriptsBefore: string[] | undefined;
  let tagOutcome = '';
  let hadEngine = false;
  let isRead = false;
  /** The element <html> as it was read. */
  let rootElement: Element | undefined;

  const isOutcome = (text = '') => /^(complete|fail|quota_full|screenout)$/.test(text);
  const withoutQuery = (address: string) => address.replace(/[?#].*/, '');
  const loadedScripts = new Set<EventTarget | null>();
  /** Returns how another token differs from that of the visit, if it comes from it. */
  const changeOf = (other: string): SeenPage['tokenChange'] => {
    if (other === token) return undefined;
    if (other.toLowerCase() === token.toLowerCase()) return 'case';
    if (other.includes(token)) return 'longer';
    return other && (token.startsWith(other) || token.endsWith(other)) ? 'cut' : undefined;
  };
  const { searchParams: opened, hash: openedHash } = new URL(location.href);
  const landedUnder =
    [...opened].find(([, value]) => value === token)?.[0] ??
    (holdsToken(openedHash) ? '#' : undefined);
  const hasLanded = holdsToken(location.href);
  const openedAs = location.origin + location.pathname;

  const engineFacts = ({ isRunning, options, state, problems, serviceOrigin }: Engine) => ({
    hasEngine: isRunning,
    isEngineReplaced: hadEngine && !isRunning,
    isScrubOff: /^(off|false|no|0)$/i.test(options.scrub ?? ''),
    isDryRun: Boolean(options.test),
    carry: options.carry ?? '',
    serviceOrigin,
    via: options.via || 'fetch',
    state: state.state,
    outcome: state.outcome,
    status: state.status,
    problems,
  });

  const tokenFacts = ({ isNamed, options, token: held, forgottenToken, state }: Engine) => {
    const hasToken = held === token;
    const { tokenParam: renamed, outcomeParam = '' } = options;
    const tokenParam = renamed || 'service_endlink_token';
    const hasOutcomeParam =
      opened.get(outcomeParam) || new URL(location.href).searchParams.get(outcomeParam);
    return {
      hasLanded,
      landedUnder,
      isTokenInAddress: holdsToken(location.href),
      hasToken,
      hasForgotten: forgottenToken === token,
      tokenParam: isNamed ? tokenParam : undefined,
      hasOtherToken: held !== undefined && !hasToken,
      tokenChange: hasToken ? undefined : changeOf(held ?? opened.get(tokenParam) ?? ''),
      missingOutcomeParam: hasOutcomeParam ? undefined : outcomeParam || undefined,
      storage: hasToken ? (state.inMemory ? 'memory' : 'sessionStorage') : undefined,
    } as const;
  };

  const tagFacts = ({ isRunning }: Engine) => {
    const scripts = [...document.scripts];
    const tags = tagsOfPage.find(scripts);
    const [tag] = tags;
    // Keep the first result: scripts that are injected later may stand before the tag in the page, but ran after it.
    if (tag)
      scriptsBefore ??= scripts
        .slice(0, scripts.indexOf(tag))
        .filter(({ type }) => /^$|javascript|^module$/.test(type))
        .map(({ src }) => (src ? withoutQuery(src) : 'inline'));
    const tagFiles = tags.filter(({ src }) => src).map(({ src }) => withoutQuery(src));
    const { failedScripts, unloadedScripts, failedCalls } = errors;
    const isFileOfTag = (file: string) => tagFiles.includes(file);
    return {
      tagCount: tags.length,
      scriptsBefore: scriptsBefore ?? [],
      tagFiles,
      settingNames: tag && Object.keys(tag.dataset),
      tagMalformation: tag && isRead ? tagsOfPage.describeMalformation(tag, isRunning) : undefined,
      tagWaitsBy: tagsOfPage.describeWait(scripts),
      hasTagError:
        [...unloadedScripts, ...failedScripts].some(isFileOfTag) ||
        (!isRunning && tags.some((one) => loadedScripts.has(one))),
      isTagCors: tags.some(({ crossOrigin, type }) => crossOrigin !== null || type === 'module'),
      isTagRefusedByHash: unloadedScripts.some(isFileOfTag) && Boolean(tag?.integrity),
      failedScripts,
      failedCalls,
      unreadTag: isRead && !tags.length ? tagsOfPage.findUnread() : undefined,
      ...(isRead && !isRunning && !tags.length && describeWall()),
    };
  };

  const elementFacts = ({ options }: Engine) => {
    const outcomes = elements.shownOutcomes();
    // The tag takes its own outcome out of its options when it asks for it.
    tagOutcome ||=
      [...document.scripts].find(({ dataset }) => dataset.outcome)?.dataset.outcome ||
      options.outcome ||
      '';
    const shown = outcomes.length ? outcomes : [tagOutcome];
    const isWanting = isRead && !elements.hasAny();
    return {
      unreadElement: isWanting ? tagsOfPage.findUnreadElement() : undefined,
      wrongElement: isWanting ? elements.findWrong() : undefined,
      hasLooseElement: isRead && elements.hasLoose(),
      isManual: elements.isManual(),
      shownOutcome: shown.length === 1 && isOutcome(shown[0]) ? shown[0] : undefined,
    };
  };

  const facts = (): PageReport => {
    const engine = readEngine();
    hadEngine ||= engine.isRunning;
    return {
      openedAtMs: performance.timeOrigin,
      openedAs,
      address: location.origin + location.pathname,
      isRead,
      isOverwritten: isRead && document.documentElement !== rootElement,
      isFramed: window.top !== window,
      blocked,
      ...engineFacts(engine),
      ...tokenFacts(engine),
      ...tagFacts(engine),
      ...elementFacts(engine),
    };
  };

  let last = '';
  const report = () => {
    if (location.protocol !== 'http:' && location.protocol !== 'https:') return;
    const text = JSON.stringify(facts());
    if (text !== last) send(text);
    last = text;
  };
  let isSubscribed = false;
  // The sentence of a mistake comes when nothing else in the page changes.
  const nativeWarn = console.warn.bind(console);
  console.warn = (...words: unknown[]) => {
    nativeWarn(...words);
    setTimeout(look);
  };
  const look = () => {
    report();
    const { subscribe } = readEngine();
    if (isSubscribed || !subscribe) return;
    isSubscribed = true;
    subscribe(report);
  };
  document.addEventListener('securitypolicyviolation', (violation) => {
    // A policy that only reports blocks nothing.
    if (violation.disposition === 'report') return;
    blocked.push(`${violation.effectiveDirective} ${withoutQuery(violation.blockedURI)}`);
    look();
  });
  // Not `readyState`: it is "complete" even for a page that a redirect left before it was parsed.
  document.addEventListener('DOMContentLoaded', () => {
    isRead = true;
    rootElement = document.documentElement;
    look();
  });
  const noteLoaded = ({ target }: Event) => {
    loadedScripts.add(target);
    look();
  };
  // Notices each loaded script. These events do not bubble, so listen in the capture phase.
  document.addEventListener('load', noteLoaded, true);
  // Notices added scripts, and pages that a router changes.
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  for (const event of ['load', 'pageshow', 'pagehide', 'popstate'])
    window.addEventListener(event, () => {
      look();
      setTimeout(look);
    });
  // After `document.open()` nothing listens any more.
  setInterval(look, 500);
  report();
}
