import {
  FINISH,
  landing,
  last,
  missing,
  page,
  RIGHT,
  served,
  SERVICE,
  START,
  tag,
  THANKS,
  writeOver,
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const redirect = (to: string) => () =>
  new Response(null, { status: 302, headers: { location: to } });

const policy = (text: string) =>
  `<meta http-equiv="content-security-policy" content="${text}">${tag()}`;

/** A right landing page, a page in the middle, and a right last page. */
const overMiddle = (head: string, body = '') => ({
  ...RIGHT,
  '/': page(tag(), '<a id="start" href="/middle">Start</a>'),
  '/middle': page(head, `<a id="next" href="/end">Next</a>${body}`),
});

const FRAME = '<iframe data-vaultlink-src="/survey" title="Survey"></iframe>';

/** A survey that goes on in a frame of its landing page. */
const inFrame = (end: string, head = tag(), frame = FRAME) => ({
  '/': page(head, frame),
  '/survey': page(tag(), START),
  '/end': end,
});

const TOKEN = /(?<=service_endlink_token=[^&]*)(?=&|$)/;

/** Mistakes on the way of a seller through the pages. */
export const WAY_MISTAKES: readonly Mistake[] = [
  {
    name: 'has an outcome at the tag of its landing page',
    causeId: 'reported-early',
    broken: 'reported',
    cause: /"complete" was reported on .*\/, before the end of the visit \(clicks left: 1\)/,
    pages: landing(tag('data-outcome="complete"')),
  },
  {
    name: 'has an outcome at the tag of a page in the middle',
    causeId: 'reported-early',
    broken: 'reported',
    cause: /"screenout" was reported on .*\/middle, before the end/,
    clicks: ['#start', '#next'],
    pages: overMiddle(tag('data-outcome="screenout"')),
  },
  {
    name: 'names another service on its last page',
    causeId: 'report-elsewhere',
    broken: 'reported',
    pages: last(tag().replace(SERVICE, 'https://another.example')),
  },
  {
    name: 'answers 404 to its last page',
    causeId: 'page-failed',
    broken: 'kept',
    cause: /\/end could not be opened: it answered with status 404/,
    pages: RIGHT,
    files: { '/end': missing },
  },
  {
    name: 'leads from its last page to the same page',
    causeId: 'page-failed',
    broken: 'kept',
    cause: /its redirects lead in a circle/,
    pages: RIGHT,
    files: { '/end': redirect('/end') },
  },
  {
    name: 'forbids to show its survey in a frame',
    causeId: 'page-failed',
    broken: 'kept',
    cause: /its server forbids to show it in a frame/,
    pages: inFrame(page(tag(), FINISH)),
    files: {
      '/survey': () => served(page('', START), 'text/html', { 'x-frame-options': 'DENY' }),
    },
  },
  {
    name: 'blocks its survey in a frame by a policy',
    causeId: 'step-blocked',
    broken: 'kept',
    cause: /blocks what comes next: frame-src .*\/survey/,
    pages: inFrame(page(tag(), FINISH), policy("frame-src 'none'")),
  },
  {
    name: 'blocks its form by a policy',
    causeId: 'step-blocked',
    broken: 'kept',
    cause: /blocks what comes next: form-action .*\/end/,
    pages: landing(
      policy("form-action 'none'"),
      '<form action="/end"><button id="start">Send</button></form>',
    ),
  },
  {
    name: 'goes on in a frame of another host that is not named',
    causeId: 'token-lost-between-hosts',
    broken: 'kept',
    pages: inFrame(
      page(tag(), FINISH),
      tag(),
      '<iframe src="{other}/survey" title="Survey"></iframe>',
    ),
  },
  {
    name: 'has no tag on the last page in a frame',
    causeId: 'last-page-without-tag',
    broken: 'kept',
    pages: inFrame(page('', FINISH)),
  },
  {
    name: 'has an element in a frame with a word that is no outcome',
    causeId: 'outcome-unknown',
    broken: 'reported',
    pages: inFrame(page(tag(), FINISH.replace('complete', 'completed'))),
  },
  {
    name: 'adds a slash to the token in a redirect of its server',
    causeId: 'token-changed',
    broken: 'captured',
    pages: { ...RIGHT, '/survey': page(tag(), START) },
    files: {
      '/': ({ url }) => redirect(`/survey${new URL(url).search.replace(TOKEN, '/')}`)(),
    },
  },
  {
    name: 'reads the token under another name on another host',
    causeId: 'token-parameter',
    broken: 'kept',
    path: '/?t={{endlink_token}}',
    pages: {
      '/': page(
        tag('data-carry="{otherHost}" data-token-param="t"'),
        '<a id="start" href="{other}/end">Start</a>',
      ),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'carries the token to a host without its port',
    causeId: 'token-lost-between-hosts',
    broken: 'kept',
    cause: /data-carry there names 127\.0\.0\.1, and not 127\.0\.0\.1:\d+/,
    pages: landing(tag('data-carry="127.0.0.1"'), '<a id="start" href="{other}/end">Start</a>'),
  },
  {
    name: 'has the variable of its endlink URL in an address of its router',
    causeId: 'endlink-url',
    broken: 'captured',
    path: '/#/survey?service_endlink_token={{endlink_token}}',
    pages: RIGHT,
  },
  {
    name: 'has a variable in its endlink URL that nobody fills in',
    causeId: 'endlink-url-beside',
    path: '/?service_endlink_token={token}',
    pages: RIGHT,
  },
  {
    name: 'has the token forgotten on a page in the middle',
    causeId: 'token-forgotten',
    broken: 'kept',
    clicks: ['#start', '#next'],
    pages: overMiddle(tag(), '<script>vaultlink.forget()</script>'),
  },
  {
    name: 'reads the outcome from a parameter that its last page does not have',
    causeId: 'outcome-parameter',
    broken: 'reported',
    pages: {
      ...last(tag('data-outcome-param="status"'), THANKS),
      '/': page(tag(), '<a id="start" href="/end?state=complete">Start</a>'),
    },
  },
  {
    name: 'has a way to the service that does not exist',
    causeId: 'via-unknown',
    pages: last(tag('data-via="rely"')),
  },
  {
    name: 'adds a header to its report by a script that wraps fetch',
    causeId: 'report-preflight',
    pages: last(
      `<script>const send=fetch;fetch=(url,options)=>send(url,{...options,headers:{'x-trace':'1'}})</script>${tag()}`,
    ),
  },
  {
    name: 'is of a tool that does not fill in its variable with a dollar sign',
    causeId: 'report-placeholder',
    broken: 'reported',
    pages: { '/': page('', START) },
    files: {
      '/end': redirect(
        'https://service.example/api/v3/endlinks/complete.html?service_endlink_token=$token',
      ),
    },
  },
  {
    name: 'reads the outcome from a parameter without a value',
    causeId: 'outcome-parameter',
    broken: 'reported',
    pages: {
      ...last(tag('data-outcome-param="status"'), THANKS),
      '/': page(tag(), '<a id="start" href="/end?status=">Start</a>'),
    },
  },
  {
    name: 'leaves the token in the address by another word than off',
    causeId: 'scrub-off',
    broken: 'address',
    pages: landing(tag('data-scrub="false"')),
  },
  {
    name: 'sends the token to another host in a header',
    causeId: 'third-party',
    broken: 'private',
    cause: /received the token in a header/,
    pages: landing(
      tag(),
      `${START}<script>fetch('{other}/api',{headers:{'x-token':vaultlink.token()}})</script>`,
    ),
    files: {
      '/api': () =>
        served('', 'text/plain', {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
        }),
    },
  },
  {
    name: 'writes over its last page by a script',
    causeId: 'page-overwritten',
    broken: 'reported',
    pages: last(tag(), writeOver(THANKS)),
  },
  {
    name: 'writes over its landing page by a script, and goes on in a new tab',
    causeId: 'page-overwritten',
    broken: 'kept',
    pages: landing(tag(), writeOver('<a id="start" href="/end" target="_blank">Start</a>')),
  },
];
