import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { FailedPage, SeenPart, TokenRequest } from '../../check/index.ts';
import { holdsToken } from './token-forms.ts';

const PART = /^vaultlink(-[\w-]+)?\.js$/;
const ENDPOINT = /\/api\/v3\/endlinks\/[a-z_]+(\.html)?$/;
const RELAY = /\/(complete|fail|quota_full|screenout)$/;

/** Findings from the requests of a visit. */
export interface Requests {
  tokenRequests: TokenRequest[];
  /** Pages that could not be shown. Grows during the visit. */
  failedPages: readonly FailedPage[];
  /** Notes an address to which a redirect leads a new tab. The browser driver does not see it. */
  noteHop(address: string): void;
  /**
   * Returns the files of Vaultlink that the pages asked for.
   *
   * @param tagFiles addresses of the tag's own file, whatever its name is
   */
  parts(tagFiles: readonly string[]): SeenPart[];
  /** Waits until the headers of all requests are known. */
  settle(): Promise<void>;
  /** Returns whether the page of a tab that was opened last is the answer to a form. */
  isLastPagePosted(): boolean;
  /** Returns whether a page still loads something. A stream of events never ends, and is none of it. */
  isLoading(): boolean;
}

/**
 * Watches all requests of a browser for the token, and for the files of Vaultlink.
 *
 * @param onLoaded called after the end of each request
 */
export function observeRequests(
  context: BrowserContext,
  token: string,
  onLoaded: () => void,
): Requests {
  const tokenRequests: TokenRequest[] = [];
  const failedPages: FailedPage[] = [];
  const scripts: SeenPart[] = [];
  const pending = new Set<Promise<void>>();
  const note = (work: Promise<void>) => {
    const settled = work.catch(() => undefined).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const loading = new Set<Request>();
  const askedForBy = new Map<string, string[]>();
  const hasToken = (text: string | null | undefined) => holdsToken(text, token);

  let isLastPagePosted = false;
  /** Origin of the page that has sent the request before: it opens the next tab. */
  let lastSender: string | undefined;
  const noteHop = (address: string) => {
    const { origin, pathname } = new URL(address);
    if (ENDPOINT.test(pathname) || !hasToken(address)) return;
    const hop = { address: origin + pathname, place: 'address', kind: 'navigation' } as const;
    tokenRequests.push({ ...hop, from: lastSender });
  };

  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loading.add(request);
    const url = new URL(request.url());
    if (!/^https?:$/.test(url.protocol)) return;
    const address = url.origin + url.pathname;
    if (request.resourceType() === 'script')
      askedForBy.set(address, [...(askedForBy.get(address) ?? []), pageOf(request)]);
    const kind = kindOf(request);
    if (kind === 'navigation') isLastPagePosted = request.method() !== 'GET';
    const from = senderOf(request, kind) ?? (opensTab(request) ? lastSender : undefined);
    lastSender = from ?? lastSender;
    const isRelayed = request.method() === 'POST' && RELAY.test(url.pathname);
    const isReport = ENDPOINT.test(url.pathname) || isRelayed;
    if (!isReport && hasToken(url.href))
      tokenRequests.push({ address, place: 'address', kind, from });
    if (!isReport && kind !== 'frame' && hasToken(request.postData()))
      tokenRequests.push({ address, place: 'body', kind, from });
    for (const [name, value] of Object.entries(request.headers())) {
      const place = name === 'referer' ? 'Referer' : 'header';
      if (!isReport || name === 'referer')
        if (hasToken(value)) tokenRequests.push({ address, place, kind, from });
    }
  });
  const watchSockets = (page: Page) =>
    page.on('websocket', (socket) => {
      const { origin, pathname } = new URL(socket.url().replace(/^ws/, 'http'));
      const sent = { address: origin + pathname, kind: 'other', from: lastSender } as const;
      if (hasToken(socket.url())) tokenRequests.push({ ...sent, place: 'address' });
      socket.on('framesent', ({ payload }) => {
        if (hasToken(payload.toString())) tokenRequests.push({ ...sent, place: 'body' });
      });
    });
  context.on('page', watchSockets);
  context.pages().forEach(watchSockets);
  const notePart = (request: Request, response: Response | null, failure?: string) => {
    // A redirect answers with what stands at its end.
    const isRedirect = response !== null && response.status() >= 300 && response.status() < 400;
    if (request.resourceType() !== 'script' || isRedirect) return;
    const url = new URL(firstOf(request).url());
    const file = fileOf(url.pathname);
    note(
      (async () => {
        const headers = (await response?.allHeaders()) ?? {};
        scripts.push({
          file,
          address: url.origin + url.pathname,
          status: response?.status() ?? 0,
          contentType: headers['content-type'] ?? '',
          isTypeEnforced: /nosniff/i.test(headers['x-content-type-options'] ?? ''),
          isCrossOrigin: senderOf(request, 'other') !== url.origin,
          allowOrigin: headers['access-control-allow-origin'] ?? '',
          failure,
        });
      })(),
    );
  };
  const notePage = (request: Request, status: number, failure?: string) => {
    const kind = kindOf(request);
    const { origin, pathname } = new URL(request.url());
    // Judge reports by their own rules.
    if (kind === 'other' || /\/endlinks\//i.test(pathname)) return;
    failedPages.push({ address: origin + pathname, status, failure, isFramed: kind === 'frame' });
  };
  const end = (request: Request) => {
    loading.delete(request);
    onLoaded();
  };
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  context.on('response', (response) => {
    notePart(response.request(), response);
    if (response.status() >= 400) notePage(response.request(), response.status());
  });
  context.on('requestfailed', (request) => {
    // A page that is left gives up what it has not loaded yet.
    const reason = request.failure()?.errorText;
    if (!reason || reason.includes('ABORTED')) return;
    note(failed(request, reason));
    if (!reason.includes('ERR_CERT')) notePage(request, 0, reason);
  });
  const failed = async (request: Request, reason: string) => {
    const response = await request.response();
    if (!response) notePart(request, null, reason);
  };
  return {
    tokenRequests,
    failedPages,
    noteHop,
    parts: (tagFiles) => {
      const answered = scripts.flatMap((script) => {
        const isTag = tagFiles.includes(script.address);
        return isTag || PART.test(script.file) ? [{ ...script, isTag }] : [];
      });
      const open = tagFiles
        .filter((address) => askedForBy.has(address))
        .filter((address) => !answered.some((one) => one.address === address))
        .map((address) => ({ ...UNANSWERED, file: fileOf(address), address, isTag: true }));
      return [...answered, ...open].map((part) =>
        part.isTag ? { ...part, askedForBy: askedForBy.get(part.address) } : part,
      );
    },
    async settle() {
      while (pending.size) await Promise.all(pending);
    },
    isLastPagePosted: () => isLastPagePosted,
    isLoading: () => loading.size > 0,
  };
}

/** Returns the request that a page has sent, before the redirects of servers. */
function firstOf(request: Request): Request {
  const before = request.redirectedFrom();
  return before ? firstOf(before) : request;
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A file that was asked for, and whose response has not come. */
const UNANSWERED = { status: 0, contentType: '', isCrossOrigin: false, allowOrigin: '' };

/** Returns what a request loads. */
export function kindOf(request: Request): TokenRequest['kind'] {
  if (!request.isNavigationRequest()) return 'other';
  return isMainFrame(request) ? 'navigation' : 'frame';
}

function isMainFrame(request: Request): boolean {
  return opensTab(request) || request.frame().parentFrame() === null;
}

/** Returns whether a request is the first of a new tab: the browser driver does not know its frame yet. */
export function opensTab(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return !request.frame();
  } catch {
    return true;
  }
}

/** Returns origin and path of the page, or of the frame, that sent a request. */
function pageOf(request: Request): string {
  try {
    return request
      .frame()
      .url()
      .replace(/[?#].*/, '');
  } catch {
    return '';
  }
}

/** Returns the origin of the page that sent a request, or that was shown before it. */
function senderOf(request: Request, kind: TokenRequest['kind']): string | undefined {
  try {
    const frame = kind === 'frame' ? request.frame().parentFrame() : request.frame();
    const { origin } = new URL(frame?.url() ?? '');
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined;
  }
}
