import type { BrowserContext, Request, Response } from 'playwright-core';
import type { SeenPart, TokenRequest } from '../../check/index.ts';

const PART = /^vaultlink(-[\w-]+)?\.js$/;
/** Matches the paths of endpoints, and of relays. */
const REPORT = /\/api\/v3\/endlinks\/[a-z_]+(\.html)?$|\/(complete|fail|quota_full|screenout)$/;

/** Findings from the requests of a visit. */
export interface Requests {
  tokenRequests: TokenRequest[];
  /**
   * Returns the files of Vaultlink that the pages asked for.
   *
   * @param tagFiles addresses of the tag's own file, whatever its name is
   */
  parts(tagFiles: readonly string[]): SeenPart[];
  /** Waits until the headers of all requests are known. */
  settle(): Promise<void>;
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
  const scripts: SeenPart[] = [];
  const pending = new Set<Promise<void>>();
  const note = (work: Promise<void>) => {
    const settled = work.catch(() => undefined).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const loading = new Set<Request>();
  const askedForBy = new Map<string, string[]>();
  const hasToken = (text: string | null | undefined) => holdsToken(text, token);

  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loading.add(request);
    const url = new URL(request.url());
    if (!/^https?:$/.test(url.protocol)) return;
    const address = url.origin + url.pathname;
    if (request.resourceType() === 'script')
      askedForBy.set(address, [...(askedForBy.get(address) ?? []), pageOf(request)]);
    const kind = kindOf(request);
    const from = senderOf(request, kind);
    const isReport = REPORT.test(url.pathname);
    if (!isReport && hasToken(url.href))
      tokenRequests.push({ address, place: 'address', kind, from });
    if (!isReport && kind === 'other' && hasToken(request.postData()))
      tokenRequests.push({ address, place: 'body', kind, from });
    if (hasToken(request.headers().referer))
      tokenRequests.push({ address, place: 'Referer', kind, from });
  });
  const notePart = (request: Request, response: Response | null, failure?: string) => {
    const url = new URL(request.url());
    if (request.resourceType() !== 'script') return;
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
  const end = (request: Request) => {
    loading.delete(request);
    onLoaded();
  };
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  context.on('response', (response) => notePart(response.request(), response));
  context.on('requestfailed', (request) => {
    // A page that is left gives up what it has not loaded yet.
    const reason = request.failure()?.errorText;
    if (reason && !reason.includes('ABORTED')) note(failed(request, reason));
  });
  const failed = async (request: Request, reason: string) => {
    const response = await request.response();
    if (!response) notePart(request, null, reason);
  };
  return {
    tokenRequests,
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
    isLoading: () => loading.size > 0,
  };
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
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // The page is not there yet.
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

/** Returns the origin of the page that sent a request. */
function senderOf(request: Request, kind: TokenRequest['kind']): string | undefined {
  if (kind === 'navigation') return undefined;
  try {
    const frame = kind === 'frame' ? request.frame().parentFrame() : request.frame();
    return new URL(frame?.url() ?? '').origin;
  } catch {
    return undefined;
  }
}

/** Returns whether a text holds a token, as it is or encoded once or twice. */
export const holdsToken = (text: string | null | undefined, token: string): boolean =>
  Boolean(text) &&
  [token, encodeURIComponent(token), encodeURIComponent(encodeURIComponent(token))].some((one) =>
    text?.includes(one),
  );
