import type { ConsoleCause } from '../protocol/causes.ts';
import type { SeenPage } from './observations.ts';

/** The facts of a page, with the moment at which it was opened. */
interface PageReport extends SeenPage {
  /** Time at which the page was opened, in milliseconds since 1970. Distinguishes the pages of a tab. */
  openedAtMs: number;
}

/** Functions that take the reports of a page, by the name of the global variable. */
type Binding = Record<string, ((text: string) => unknown) | undefined>;

/**
 * Reports the facts of a page whenever they may have changed. Runs in each page before its scripts. Its source text is sent to the browser, so it must
 * use nothing from outside itself.
 *
 * @param options the token of the visit, and the name of the global function that takes the facts as JSON
 */
export function watchPage({ token, binding }: { token: string; binding: string }): void {
  const send = (window as unknown as Binding)[binding];
  // Scripts of the page may give these names to something of their own.
  const { Boolean, Comment, HTMLScriptElement, JSON, Map, MutationObserver, NodeFilter } = window;
  const { HTMLUnknownElement, Object, Set, String, URL, performance } = window;
  if (!send) return;

  const holdsToken = (address: string) =>
    address.includes(token) || address.includes(encodeURIComponent(token));
  const serviceOrigin = () => {
    const { vaultlink } = window as unknown as {
      vaultlink?: { options?: Record<string, string | undefined> };
    };
    const baseUrl = vaultlink?.options?.baseUrl ?? '';
    const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
    return origin === location.origin ? undefined : origin;
  };
  const blocked: string[] = [];
  let scriptsBefore: string[] | undefined;
  let tagOutcome = '';
  let isRead = false;

  const isOutcome = (text = '') => /^(complete|fail|quota_full|screenout)$/.test(text);
  const withoutQuery = (address: string) => address.replace(/[?#].*/, '');
  /** Matches attributes that only this tag has, and their likely misspellings. */
  const ownSettings = /^(base-?url|token-?param|outcome(-?(map|param))?|relay-?url|carry|via)$/i;
  const isTag = ({ src, dataset }: HTMLScriptElement) =>
    /\/vaultlink(-all)?([.-][\w.-]*)?\.js([?#]|$)/.test(src) &&
    !/\/vaultlink-(?!all)[a-z-]+\.js/.test(src)
      ? true
      : Object.keys(dataset).some((name) => ownSettings.test(name));
  const isRunnable = ({ type }: HTMLScriptElement) =>
    /^(|module|(text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.\d|jscript|livescript))$/i.test(
      type.trim(),
    );
  /** Returns whether a type is that of a script, but for a mistake. */
  const isMistyped = ({ type }: HTMLScriptElement) =>
    /^((text|application)\/)?(j[av]{0,3}s\w{0,5}|script)$/i.test(type.trim());
  /** Describes how consent tools and optimisers keep a script from running: by another type, or by another name of `src`. */
  const waitsBy = (script: HTMLScriptElement): string | undefined => {
    if (!isRunnable(script) && isMistyped(script)) return undefined;
    if (!isRunnable(script)) return `type="${script.type}"`;
    const [name] = script.getAttributeNames().filter((one) => /^data-.*src$/.test(one));
    return !script.src && name ? `${name} in the place of src` : undefined;
  };
  const isDelayedTag = (script: HTMLScriptElement) =>
    waitsBy(script) !== undefined &&
    script
      .getAttributeNames()
      .some(
        (name) =>
          /vaultlink[\w.-]*\.js/.test(script.getAttribute(name) ?? '') ||
          ownSettings.test(name.replace(/^data-/, '')),
      );
  /** Describes a mistake in the HTML of a tag, with which it does not run or takes the rest of the page with it. */
  const malformationOf = (tag: HTMLScriptElement, hasRun: boolean): string | undefined => {
    const attributes = tag.getAttributeNames();
    const valueOf = (name: string) => tag.getAttribute(name) ?? '';
    const open = attributes.find((name) => /<\/script/i.test(valueOf(name)));
    if (open) return `the closing quote of its attribute "${open}" is missing`;
    if (/<\/?[a-z]/i.test(tag.src && tag.text)) return 'its end tag </script> is missing';
    if (hasRun) return undefined;
    if (!isRunnable(tag)) return `its type is "${tag.type}" and not "text/javascript"`;
    if (tag.noModule) return 'its attribute "nomodule" keeps browsers from running it';
    const curled = attributes.find((name) => /^[“”„«‘’]/.test(valueOf(name)));
    if (curled) return `the quotes of its attribute "${curled}" are not straight ones (")`;
    const [named] = attributes.filter((name) => /\.js([?#]|$)/.test(valueOf(name)));
    if (tag.hasAttribute('src') || tag.text.trim()) return undefined;
    return named ? `it has "${named}" in the place of "src"` : 'it has no attribute "src"';
  };
  const loadedScripts = new Set<EventTarget | null>();
  const unloadedScripts: string[] = [];
  const failedScripts: string[] = [];
  const failedCalls: string[] = [];
  const noteError = (message: unknown) => {
    const text = String(message).replace(/^Uncaught /, '');
    if (/vaultlink/i.test(text)) failedCalls.push(text);
  };
  window.addEventListener(
    'error',
    ({ filename, target, message }) => {
      // A script that cannot be loaded, or whose hash is another one, has an event without a file.
      if (target instanceof HTMLScriptElement) unloadedScripts.push(withoutQuery(target.src));
      else if (filename) failedScripts.push(withoutQuery(filename));
      noteError(message);
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));

  /** Elements that scripts of the page have made, and that were not in it so far. */
  const loose = new Set<Element>();
  const page = document as unknown as {
    createElement: (name: string, options?: ElementCreationOptions) => Element;
  };
  const create = page.createElement.bind(document);
  page.createElement = (name, options) => {
    const element = create(name, options);
    if (element.localName === 'endlink-finish') loose.add(element);
    return element;
  };
  /** Returns whether an element with an outcome was made and never put into the page, which has no other one. */
  const hasLooseElement = () => {
    for (const element of loose) if (element.isConnected) loose.delete(element);
    return loose.size > 0 && !document.querySelector('endlink-finish');
  };
  /** Returns the name of an element that has an outcome, and that no browser and no code knows. */
  const findWrongElement = (): string | undefined =>
    [...document.querySelectorAll('[outcome]')].find(
      (element) => element instanceof HTMLUnknownElement || element.matches(':not(:defined)'),
    )?.localName;
  /** Returns where HTML of Vaultlink stands that browsers do not read as HTML. */
  const whereUnread = (html: RegExp): SeenPage['unreadTag'] => {
    const { SHOW_COMMENT, SHOW_TEXT } = NodeFilter;
    const nodes = document.createTreeWalker(document, SHOW_COMMENT | SHOW_TEXT);
    while (nodes.nextNode()) {
      const { currentNode } = nodes;
      const { localName = '' } = currentNode.parentElement ?? {};
      if (!/^(script|style)$/.test(localName) && html.test(currentNode.nodeValue ?? ''))
        return currentNode instanceof Comment
          ? 'a comment'
          : localName === 'noscript'
            ? 'a <noscript>'
            : 'the text';
    }
    const templates = [...document.querySelectorAll('template')];
    return templates.some(({ innerHTML }) => html.test(innerHTML)) ? 'a <template>' : undefined;
  };
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

  const facts = (): PageReport => {
    const scripts = [...document.scripts];
    const tags = scripts.filter((script) => isTag(script) && waitsBy(script) === undefined);
    const [tag] = tags;
    // Keep the first result: scripts that are injected later may stand before the tag in the page, but ran after it.
    if (tag)
      scriptsBefore ??= scripts
        .slice(0, scripts.indexOf(tag))
        .filter(({ type }) => /^$|javascript|^module$/.test(type))
        .map(({ src }) => (src ? withoutQuery(src) : 'inline'));
    const { vaultlink } = window as unknown as {
      vaultlink?: {
        token?: () => unknown;
        state?: () => { state: string; outcome?: string; status?: number; inMemory?: boolean };
        options?: Record<string, string | undefined>;
        page?: { problems?: Map<ConsoleCause, string>; forgottenToken?: string };
      };
    };
    const problems = vaultlink?.page?.problems ?? new Map<ConsoleCause, string>();
    const options = vaultlink?.options ?? {};
    const heldToken = vaultlink?.token?.() as string | undefined;
    const hasToken = heldToken === token;
    const hasEngine = typeof vaultlink?.token === 'function';
    const tokenParam = options.tokenParam || 'service_endlink_token';
    const { outcomeParam = '' } = options;
    const delayed = scripts.find(isDelayedTag);
    const tagFiles = tags.filter(({ src }) => src).map(({ src }) => withoutQuery(src));
    const outcomes = [...document.querySelectorAll('endlink-finish')]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => element.getAttribute('outcome') ?? '');
    // The tag takes its own outcome out of its options when it asks for it.
    tagOutcome ||=
      scripts.find(({ dataset }) => dataset.outcome)?.dataset.outcome || options.outcome || '';
    const shown = outcomes.length ? outcomes : [tagOutcome];
    const state = vaultlink?.state?.() ?? { state: 'missing' };
    return {
      openedAtMs: performance.timeOrigin,
      openedAs,
      address: location.origin + location.pathname,
      hasLanded,
      isTokenInAddress: holdsToken(location.href),
      isRead,
      tagCount: tags.length,
      hasEngine,
      scriptsBefore: scriptsBefore ?? [],
      hasToken,
      hasForgotten: vaultlink?.page?.forgottenToken === token,
      landedUnder,
      tokenParam: vaultlink ? tokenParam : undefined,
      hasOtherToken: heldToken !== undefined && !hasToken,
      tokenChange: hasToken ? undefined : changeOf(heldToken ?? opened.get(tokenParam) ?? ''),
      tagFiles,
      settingNames: tag && Object.keys(tag.dataset),
      tagMalformation: tag && isRead ? malformationOf(tag, hasEngine) : undefined,
      missingOutcomeParam:
        opened.has(outcomeParam) || new URL(location.href).searchParams.has(outcomeParam)
          ? undefined
          : outcomeParam || undefined,
      tagWaitsBy: delayed && waitsBy(delayed),
      hasTagError:
        [...unloadedScripts, ...failedScripts].some((file) => tagFiles.includes(file)) ||
        (!hasEngine && tags.some((one) => loadedScripts.has(one))),
      isTagCors: tags.some(({ crossOrigin, type }) => crossOrigin !== null || type === 'module'),
      isTagRefusedByHash:
        unloadedScripts.some((file) => tagFiles.includes(file)) && Boolean(tag?.integrity),
      failedScripts: [...new Set(failedScripts)],
      failedCalls: [...new Set(failedCalls)],
      unreadTag:
        isRead && !tags.length ? whereUnread(/<script[^>]*vaultlink|data-base-url=/i) : undefined,
      unreadElement:
        isRead && !document.querySelector('endlink-finish')
          ? whereUnread(/<endlink-finish/i)
          : undefined,
      wrongElement:
        isRead && !document.querySelector('endlink-finish') ? findWrongElement() : undefined,
      hasLooseElement: isRead && hasLooseElement(),
      shownOutcome: shown.length === 1 && isOutcome(shown[0]) ? shown[0] : undefined,
      storage: hasToken ? (state.inMemory ? 'memory' : 'sessionStorage') : undefined,
      isFramed: window.top !== window,
      isScrubOff: options.scrub === 'off',
      isDryRun: Boolean(options.test),
      carry: options.carry ?? '',
      serviceOrigin: serviceOrigin(),
      via: options.via || 'fetch',
      state: state.state,
      outcome: state.outcome,
      status: state.status,
      problems: [...problems].map(([cause, sentence]) => ({ cause, sentence })),
      blocked,
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
    const { vaultlink } = window as unknown as {
      vaultlink?: { subscribe?: (listener: () => void) => void };
    };
    if (isSubscribed || !vaultlink?.subscribe) return;
    isSubscribed = true;
    vaultlink.subscribe(report);
  };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    blocked.push(`${effectiveDirective} ${withoutQuery(blockedURI)}`);
    look();
  });
  // Not `readyState`: it is "complete" even for a page that a redirect left before it was parsed.
  document.addEventListener('DOMContentLoaded', () => {
    isRead = true;
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
  report();
}
