import type { CauseId, SeenService, VerdictId } from '../../../src/check/index.ts';
import type { Outcome } from '../../../src/protocol/index.ts';

/** A buyer's site for the check, with one mistake at most. */
export interface Site {
  name: string;
  /** The only verdict that is a no. Missing: the site is right. */
  broken?: VerdictId;
  /** The cause that the check names. */
  causeId?: CauseId;
  /** What the finding says of the mistake. */
  cause?: RegExp;
  /** Path of the endlink URL, with what the marketplace fills in. Default: `/`. */
  path?: string;
  /** Pages by path. `{own}` is the origin of the site, `{other}` is the origin of a second host of the buyer, `{foreign}` that of somebody else. */
  pages: Readonly<Record<string, string>>;
  /** Statuses of pages, by path. Default: 200. */
  statuses?: Readonly<Record<string, number>>;
  /** Headers of pages, by path. */
  headers?: Readonly<Record<string, Record<string, string>>>;
  /** Answers for files that are not as built. */
  files?: Readonly<Record<string, (request: Request) => Response>>;
  /** The landing page gets the tag's file only after this page was asked for: a redirect wins over the tag. */
  holdTagUntil?: string;
  clicks?: readonly string[];
  /** Fields to fill in, with a value each. */
  answers?: readonly { selector: string; value: string }[];
  expected?: Outcome;
  /** What a connection to the service shows, where it cannot be reached by everybody. */
  service?: Partial<SeenService>;
}

/** A site with one mistake, and the cause that the check names. */
export interface Mistake extends Site {
  causeId: CauseId;
}

/** Whom the pages report to. `serveSite` fills it in. */
export const SERVICE = '{service}';

export const tag = (attributes = '', src = '/vaultlink.js') =>
  `<script src="${src}" data-base-url="${SERVICE}" {debug} ${attributes}></script>`;

export const page = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Survey</title></head><body>${body}</body></html>`;

/** A page without the tag, in the place of a page of the survey. */
export const wall = (title: string, body: string) => page(`<title>${title}</title>`, body);

export const START = '<a id="start" href="/end">Start</a>';
export const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';
export const THANKS = '<p>Thank you.</p>';

/** Two pages of one origin, from which a mistake differs in one place. */
export const RIGHT = { '/': page(tag(), START), '/end': page(tag(), FINISH) };

/** A site that differs from the right one in its landing page. */
export const landing = (head: string, body = START) => ({ ...RIGHT, '/': page(head, body) });

/** A site that differs from the right one in its last page. */
export const last = (head: string, body = FINISH) => ({ ...RIGHT, '/end': page(head, body) });

export const missing = () => new Response('Not found', { status: 404 });

export const served = (text: string, type: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': type, ...headers } });

/** The address of the relay for the outcome of these sites. */
export const RELAY = '/vault/endlinks/complete';

/** Answers a request without a token as a relay does. */
export const REFUSING_RELAY = {
  [RELAY]: () =>
    Response.json(
      { error: 'invalid_request' },
      { status: 400, headers: { 'access-control-allow-origin': '*' } },
    ),
};

/** The address of an outcome, as a script of the page writes it. */
export const address = (word: string) =>
  `'${SERVICE}/api/v3/endlinks/${word}?service_endlink_token='+encodeURIComponent(vaultlink.token())`;

/** A script that writes over its page once that is loaded. */
export const writeOver = (body: string) =>
  `<script>addEventListener('load',()=>{document.open();document.write('<!doctype html><title>End</title>${body}');document.close()})</script>`;

/** A banner over the whole page. @param action the code of its button */
export const BANNER = (action: string) =>
  `<div id="cookie-banner" style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p><button onclick="${action}">Accept all</button></div>`;
