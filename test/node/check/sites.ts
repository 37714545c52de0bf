import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from '../../../src/protocol/index.ts';
import { listen } from '../../../src/node/index.ts';
import type { RuleId } from '../../../src/check/index.ts';

/** Whom the pages report to. `serveSite` fills it in. */
const SERVICE = '{service}';

/** Its name leads nowhere, so a request that is not intercepted fails. */
const NO_SERVICE = 'https://service.example';

/** A buyer's site for the check, with one mistake at most. */
export interface Site {
  name: string;
  /** The only rule with a "no". Missing: the site is right. */
  broken?: RuleId;
  /** What the finding says of the mistake. */
  cause?: RegExp;
  /** Pages by path. `{other}` is the origin of a second host of the buyer, `{foreign}` that of somebody else. */
  pages: Readonly<Record<string, string>>;
  /** Answers for files that are not as built. */
  files?: Readonly<Record<string, () => Response>>;
  /** The landing page gets the tag's file only after this page was asked for: a redirect wins over the tag. */
  holdTagUntil?: string;
  clicks?: readonly string[];
  expected?: Outcome;
}

const tag = (attributes = '') =>
  `<script src="/vaultlink.js" data-base-url="${SERVICE}" {debug} ${attributes}></script>`;

const page = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Survey</title></head><body>${body}</body></html>`;

const START = '<a id="start" href="/end">Start</a>';
const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** Two pages of one origin: most sites differ from them in one place. */
const RIGHT = { '/': page(tag(), START), '/end': page(tag(), FINISH) };

const BANNER = (action: string) =>
  `<div id="cookie-banner" style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p><button onclick="${action}">Accept all</button></div>`;

const INJECT = `const s=document.createElement('script');s.src='/vaultlink.js';s.dataset.baseUrl='${SERVICE}';{debugInjected}document.head.append(s);`;

export const SITES: readonly Site[] = [
  { name: 'is right', pages: RIGHT },
  {
    name: 'has no tag on the landing page',
    broken: 'tag',
    cause: /no script tag/,
    pages: { ...RIGHT, '/': page('', START) },
  },
  {
    name: 'redirects in a script before the tag',
    broken: 'captured',
    cause: /redirected to .*\/survey before the tag ran/,
    holdTagUntil: '/survey',
    pages: {
      ...RIGHT,
      '/': page(`<script>location.replace('/survey')</script>${tag()}`, START),
      '/survey': page(tag(), START),
    },
  },
  {
    name: 'lacks a part of the tag',
    broken: 'parts',
    cause: /vaultlink-token\.js: .* status 404/,
    pages: RIGHT,
    files: { '/vaultlink-token.js': () => new Response('Not found', { status: 404 }) },
  },
  {
    name: 'serves a part with the wrong type',
    broken: 'parts',
    cause: /vaultlink-token\.js: .* served as text\/plain/,
    pages: RIGHT,
    files: {
      '/vaultlink-token.js': () =>
        new Response(built('/vaultlink-token.js'), { headers: { 'content-type': 'text/plain' } }),
    },
  },
  {
    name: 'gives the token to a third party as Referer',
    broken: 'referer',
    cause: /\/style\.css received the token in the header Referer/,
    pages: {
      ...RIGHT,
      '/': page(
        `<meta name="referrer" content="unsafe-url"><link rel="stylesheet" href="{foreign}/style.css">${tag()}`,
        START,
      ),
    },
  },
  {
    name: 'sends the token to an analytics tool',
    broken: 'third-party',
    cause: /\/collect received the token in its address/,
    pages: {
      ...RIGHT,
      '/': page(
        `<script>new Image().src='{foreign}/collect?url='+encodeURIComponent(location.href)</script>${tag()}`,
        START,
      ),
    },
  },
  {
    name: 'leaves the token in the address',
    broken: 'scrubbed',
    cause: /data-scrub is "off"/,
    pages: { ...RIGHT, '/': page(tag('data-scrub="off"'), START) },
  },
  {
    name: 'never reports',
    broken: 'reported',
    cause: /No outcome was reported\. .*\/end, in the state "waiting"/,
    pages: { ...RIGHT, '/end': page(tag(), '<p>Thank you.</p>') },
  },
  {
    name: 'reports a second time by a script of its own',
    broken: 'reported',
    cause: /reported 2 times/,
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<script>fetch('${SERVICE}/api/v3/endlinks/complete?service_endlink_token='+encodeURIComponent(vaultlink.token()))</script>`,
        FINISH,
      ),
    },
  },
  ...[
    [
      'a word that is no outcome',
      'completed',
      /"completed" is no outcome. It is called "complete"/,
    ],
    [
      'an outcome in capitals',
      'Quota-Full',
      /"Quota-Full" is no outcome. It is called "quota_full"/,
    ],
  ].map(([name, word, cause]): Site => ({
    name: `reports ${String(name)} by a script of its own`,
    broken: 'reported',
    cause: cause as RegExp,
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<script>fetch('${SERVICE}/api/v3/endlinks/${String(word)}?service_endlink_token='+encodeURIComponent(vaultlink.token()))</script>`,
      ),
    },
  })),
  {
    name: 'posts the token to the service in a form',
    broken: 'reported',
    cause: /POST .*\/complete reports nothing .*GET alone/,
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<form method="post" action="${SERVICE}/api/v3/endlinks/complete"><input name="service_endlink_token"></form><script>const f=document.forms[0];f.elements[0].value=vaultlink.token();f.submit()</script>`,
      ),
    },
  },
  {
    name: 'reports the wrong outcome',
    broken: 'outcome',
    cause: /"screenout" and not "complete"/,
    expected: 'complete',
    pages: { ...RIGHT, '/end': page(tag(), FINISH.replace('complete', 'screenout')) },
  },
  {
    name: 'loads the tag after consent only',
    broken: 'consent',
    cause: /only after consent: .*"Accept all"/,
    pages: { ...RIGHT, '/': page('', START + BANNER(`${INJECT}this.parentNode.remove()`)) },
  },
  {
    name: 'has a consent banner in the way',
    broken: 'consent',
    cause: /"Accept all"\) covers/,
    pages: { ...RIGHT, '/': page(tag(), START + BANNER('this.parentNode.remove()')) },
  },
  {
    name: 'loads the tag from the second visit on',
    broken: 'reload',
    cause: /not captured at this visit, but after a reload/,
    pages: {
      ...RIGHT,
      '/': page(`<script>if(localStorage.seen){${INJECT}}localStorage.seen=1</script>`, START),
    },
  },
  {
    name: 'loses the token on the way to another origin',
    broken: 'kept',
    cause: /lost on the way/,
    pages: { ...RIGHT, '/': page(tag(), '<a id="start" href="{other}/end">Start</a>') },
  },
];

/** More sites that are right, each in its own way. */
export const RIGHT_SITES: readonly Site[] = [
  {
    name: 'carries the token to another origin',
    pages: {
      ...RIGHT,
      '/': page(tag('data-carry="{otherHost}"'), '<a id="start" href="{other}/end">Start</a>'),
    },
  },
  {
    name: 'asks for consent, and does not wait with the tag',
    clicks: ['text=Accept all', '#start'],
    pages: { ...RIGHT, '/': page(tag(), START + BANNER('this.parentNode.remove()')) },
  },
  {
    name: 'reports by a script of its own while the page is left',
    pages: {
      ...RIGHT,
      '/': page(
        `${tag()}<script>addEventListener('pagehide',()=>fetch('${SERVICE}/api/v3/endlinks/complete?service_endlink_token='+encodeURIComponent(vaultlink.token()),{keepalive:true}))</script>`,
        START,
      ),
      '/end': page(tag(), '<p>Thank you.</p>'),
    },
  },
  {
    name: 'reports by redirect',
    pages: { ...RIGHT, '/end': page(tag('data-via="redirect" data-outcome="complete"')) },
  },
  {
    name: 'reports by relay',
    pages: { ...RIGHT, '/end': page(tag('data-via="relay"'), FINISH) },
  },
];

const built = (path: string) => readFileSync(`dist${path}`, 'utf8');

const isBuilt = (path: string) => /^\/vaultlink[\w-]*\.js$/.test(path) && existsSync(`dist${path}`);

/**
 * Serves a site on free ports of this machine.
 *
 * @param service where its pages report to. Default: nowhere
 * @param isDebugged whether its tags show the self-check panel to the console of a sandbox
 */
export async function serveSite(
  { pages, files = {}, holdTagUntil }: Site,
  { service = NO_SERVICE, isDebugged = false } = {},
) {
  const foreign = await listen(() => new Response('', { headers: { 'content-type': 'text/css' } }));
  const origins = { other: '', foreign: foreign.origin };
  let releaseTag: () => void = () => undefined;
  const tagReleased = new Promise<void>((resolve) => (releaseTag = resolve));
  if (holdTagUntil === undefined) releaseTag();
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === holdTagUntil) releaseTag();
    if (pathname === '/vaultlink.js') await tagReleased;
    const file = files[pathname];
    if (file) return file();
    if (isBuilt(pathname))
      return new Response(built(pathname), { headers: { 'content-type': 'text/javascript' } });
    const html = pages[pathname];
    if (html === undefined) return new Response(null, { status: 204 });
    const filled = html
      .replaceAll('{service}', service)
      .replaceAll('{debug}', isDebugged ? 'data-debug="query"' : '')
      .replaceAll('{debugInjected}', isDebugged ? "s.dataset.debug='query';" : '')
      .replaceAll('{otherHost}', new URL(origins.other).host)
      .replaceAll('{other}', origins.other)
      .replaceAll('{foreign}', origins.foreign);
    return new Response(filled, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
  const other = await listen(answer);
  origins.other = other.origin;
  const own = await listen(answer);
  return {
    origin: own.origin,
    close: () => Promise.all([own.close(), other.close(), foreign.close()]),
  };
}
