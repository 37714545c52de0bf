import {
  FINISH,
  landing,
  last,
  missing,
  page,
  RIGHT,
  SERVICE,
  START,
  tag,
  THANKS,
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const redirect = (to: string) => () =>
  new Response(null, { status: 302, headers: { location: to } });

/** A form that gives the token to its own server. */
const FORM = `<form action="/on"><input type="hidden" name="service_endlink_token" data-vaultlink-fill="token"><input type="hidden" name="host" value="{otherHost}"><button id="start">Send</button></form>`;

/** Leads to a page of another host, with the parameters of the request. */
const leadOver = (request: Request) => {
  const { host, search, searchParams } = new URL(request.url);
  return redirect(`http://${searchParams.get('host') ?? ''}/over${search}&back=${host}`)();
};

const leadBack = (request: Request) => {
  const { search, searchParams } = new URL(request.url);
  return redirect(`http://${searchParams.get('back') ?? ''}/end${search}`)();
};

/** A right site that reads the token under another name. */
const RENAMED = landing(tag('data-token-param="t"'));

/** Mistakes with addresses: of the endlink, of the landing page and of the service. */
export const ADDRESS_MISTAKES: readonly Mistake[] = [
  {
    name: 'has one brace in its endlink URL',
    causeId: 'endlink-url',
    broken: 'captured',
    path: '/?t={endlink_token}',
    pages: RENAMED,
  },
  {
    name: 'has the variable of its endlink URL behind the #',
    causeId: 'endlink-url',
    broken: 'captured',
    path: '/#t={{endlink_token}}',
    pages: RENAMED,
  },
  {
    name: 'has a parameter in its endlink URL that the tag does not read',
    causeId: 'token-parameter',
    broken: 'captured',
    path: '/?t={{endlink_token}}',
    pages: RIGHT,
  },
  {
    name: 'loses the parameters in a redirect of its server',
    causeId: 'parameters-lost',
    broken: 'captured',
    pages: { ...RIGHT, '/survey': page(tag(), START) },
    files: { '/': redirect('/survey') },
  },
  {
    name: 'leads to a login by a redirect of its server',
    causeId: 'landing-elsewhere',
    broken: 'tag',
    pages: { ...RIGHT, '/login': page('', START) },
    files: { '/': redirect('/login') },
  },
  {
    name: 'writes its address in small letters by a redirect of its server',
    causeId: 'token-changed',
    broken: 'captured',
    pages: { ...RIGHT, '/survey': page(tag(), START) },
    files: { '/': ({ url }) => redirect(`/survey${new URL(url).search.toLowerCase()}`)() },
  },
  {
    name: 'takes the parameters out of the address before the tag runs',
    causeId: 'token-taken',
    broken: 'captured',
    pages: landing(`<script>history.replaceState(null,'',location.pathname)</script>${tag()}`),
  },
  {
    name: 'is of a tool whose server does not fill in its variable',
    causeId: 'report-placeholder',
    broken: 'reported',
    pages: { '/': page('', START) },
    files: {
      '/end': redirect(
        'https://service.example/api/v3/endlinks/complete.html?service_endlink_token=%24%7Be%3A%2F%2FField%2FToken%7D',
      ),
    },
  },
  {
    name: 'hands out the token of another seller from a cache',
    causeId: 'token-of-another',
    broken: 'captured',
    pages: { ...RIGHT, '/survey': page(tag(), START) },
    files: { '/': redirect('/survey?service_endlink_token=t0kenOfAnotherSeller12') },
  },
  {
    name: 'answers 404 to its landing page',
    causeId: 'page-status',
    broken: 'opens',
    pages: RIGHT,
    files: { '/': missing },
  },
  {
    name: 'asks for a login on its landing page',
    causeId: 'page-status',
    broken: 'opens',
    pages: RIGHT,
    files: { '/': () => new Response('Log in', { status: 401 }) },
  },
  {
    name: 'sends the token to its own server, too',
    causeId: 'second-request',
    pages: landing(
      `${tag()}<script>fetch('/api/seller?t='+encodeURIComponent(vaultlink.token()))</script>`,
    ),
  },
  {
    name: 'carries the token to a host that drops it in a redirect of its server',
    causeId: 'carried-token-dropped',
    broken: 'kept',
    pages: landing(tag('data-carry="{otherHost}"'), '<a id="start" href="{other}/hop">Start</a>'),
    files: { '/hop': redirect('/end') },
  },
  {
    name: 'leads over another host that is not named',
    causeId: 'token-over-host',
    broken: 'private',
    pages: landing(tag(), FORM),
    files: { '/on': leadOver, '/over': leadBack },
  },
  {
    name: 'sends the token to an analytics tool as Base64',
    causeId: 'third-party',
    broken: 'private',
    pages: landing(
      `${tag()}<script>new Image().src='{foreign}/collect?data='+btoa('{"page":"/?token='+vaultlink.token()+'"}')</script>`,
    ),
  },
  {
    name: 'sends the token over a socket',
    causeId: 'third-party',
    broken: 'private',
    pages: landing(
      `${tag()}<script>new WebSocket('{foreign}/chat?page='+vaultlink.token())</script>`,
    ),
  },
  {
    name: 'sends the token to an analytics tool while the page is left',
    causeId: 'third-party',
    broken: 'private',
    pages: landing(
      `${tag()}<script>addEventListener('pagehide',()=>navigator.sendBeacon('{foreign}/collect',vaultlink.token()))</script>`,
    ),
  },
  {
    name: 'opens its last page in another tab by a script',
    causeId: 'token-lost-in-new-tab',
    broken: 'kept',
    pages: landing(
      tag(),
      `<button id="start" onclick="open('/end','_blank','noopener')">Start</button>`,
    ),
  },
  {
    name: 'reports to a path that the service does not have',
    causeId: 'report-path',
    broken: 'reported',
    pages: last(
      `${tag()}<script>fetch('https://service.example/endlinks/complete?service_endlink_token='+vaultlink.token())</script>`,
      THANKS,
    ),
  },
  {
    name: 'reports to another service than its tag names',
    causeId: 'report-elsewhere',
    broken: 'reported',
    pages: last(
      `${tag()}<script>fetch('https://another.example/api/v3/endlinks/complete?service_endlink_token='+vaultlink.token())</script>`,
      THANKS,
    ),
  },
  {
    name: 'is of a tool that does not fill in its variable',
    causeId: 'report-placeholder',
    broken: 'reported',
    path: '/?token={{endlink_token}}',
    pages: {
      '/': page('', '<a id="start" href="/end">Finish</a>'),
      '/end': page(
        `<script>location.replace('${SERVICE}/api/v3/endlinks/complete.html?service_endlink_token=$'+'{e://Field/Token}')</script>`,
      ),
    },
  },
  {
    name: 'reports in a footer that all of its pages have',
    causeId: 'reported-early',
    broken: 'reported',
    cause: /"complete" was reported on .*\/, before the end of the visit \(clicks left: 1\)/,
    pages: { ...RIGHT, '/': page(tag(), `${START}<footer>${FINISH}</footer>`) },
  },
  {
    name: 'reports by the image of its landing page',
    causeId: 'reported-early',
    broken: 'reported',
    pages: landing(
      `${tag()}<script>new Image().src='${SERVICE}/api/v3/endlinks/complete?service_endlink_token='+vaultlink.token()</script>`,
    ),
  },
  {
    name: 'leads to the service by a refresh of its last page',
    causeId: 'reported-twice',
    broken: 'reported',
    pages: last(
      `${tag()}<script>const to='${SERVICE}/api/v3/endlinks/complete.html?service_endlink_token='+vaultlink.token();document.write('<meta http-equiv="refresh" content="2; url='+to+'">')</script>`,
    ),
  },
  {
    name: 'needs an answer before its form is sent',
    causeId: 'step-failed',
    broken: 'kept',
    pages: landing(
      tag(),
      '<form action="/end"><input name="age" required><button id="start">Send</button></form>',
    ),
  },
  {
    name: 'has no element that is to be clicked',
    causeId: 'step-failed',
    broken: 'kept',
    clicks: ['#nothing'],
    pages: RIGHT,
  },
  {
    name: 'names a service on this machine',
    causeId: 'service-local',
    service: { isLocal: true },
    pages: RIGHT,
  },
  ...(
    [
      ['unknown host', 'service-unknown-host'],
      ['refused', 'service-refused'],
      ['no answer', 'service-no-answer'],
      ['bad certificate', 'service-certificate'],
      ['no TLS', 'service-no-tls'],
    ] as const
  ).map(([reach, causeId]): Mistake => ({
    name: `names a service that a connection shows as "${reach}"`,
    causeId,
    broken: 'service',
    service: { reach },
    pages: RIGHT,
  })),
];
