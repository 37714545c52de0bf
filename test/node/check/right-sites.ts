import {
  address,
  BANNER,
  FINISH,
  page,
  REFUSING_RELAY,
  RIGHT,
  SERVICE,
  START,
  tag,
} from './site-parts.ts';
import { RIGHT_STEPS } from './right-steps.ts';
import type { Site } from './site-parts.ts';

/** Answers a form as a server does that leads to the service, with the token of the form. */
const leadToService = ({ url }: Request) =>
  new Response(null, {
    status: 303,
    headers: {
      location: `https://service.example/api/v3/endlinks/complete.html?service_endlink_token=${new URL(url).searchParams.get('token') ?? ''}`,
    },
  });

/** A script that takes names which the browser and the check use, too. */
const NAMESAKES =
  '<script>const URL="x";class Request{}let Comment=3;var Event=4;function fetch(){}</script>';

/** Sites that are right, each in its own way. */
export const RIGHT_SITES: readonly Site[] = [
  {
    name: 'carries the token to another origin',
    pages: {
      ...RIGHT,
      '/': page(tag('data-carry="{otherHost}"'), '<a id="start" href="{other}/end">Start</a>'),
    },
  },
  {
    name: 'gives things of its own the names of the browser',
    pages: {
      '/': page(`${tag()}${NAMESAKES}`, START),
      '/end': page(`${tag()}${NAMESAKES}`, FINISH),
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
        `${tag()}<script>addEventListener('pagehide',()=>fetch(${address('complete')},{keepalive:true}))</script>`,
        START,
      ),
      '/end': page(tag(), '<p>Thank you.</p>'),
    },
  },
  {
    name: 'has one element for wide screens and one for phones',
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<meta name="viewport" content="width=device-width"><style>@media(width<600px){.wide{display:none}}@media(width>=600px){.narrow{display:none}}</style>`,
        `<div class="wide">${FINISH}</div><div class="narrow">${FINISH}</div>`,
      ),
    },
  },
  {
    name: 'hides its element on a phone, where its tag reports',
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag('data-outcome="complete"')}<style>@media(max-device-width:600px){endlink-finish{display:none}}</style>`,
        FINISH,
      ),
    },
  },
  {
    name: 'leads on to a page without the tag at once, whatever has come of the code of its element',
    pages: {
      ...RIGHT,
      '/end': page(tag(), `${FINISH}<script>location.replace('/thanks')</script>`),
      '/thanks': page('', '<p>Thank you.</p>'),
    },
  },
  {
    name: 'leads on to a page without the tag once the outcome is confirmed',
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<script>addEventListener('endlink-confirmed',()=>location.replace('/thanks'))</script>`,
        FINISH,
      ),
      '/thanks': page('', '<p>Thank you.</p>'),
    },
  },
  {
    name: 'asks in beforeunload whether the seller wants to leave',
    pages: {
      '/': page(`${tag()}<script>onbeforeunload=(event)=>event.preventDefault()</script>`, START),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'reports by redirect',
    pages: { ...RIGHT, '/end': page(tag('data-via="redirect" data-outcome="complete"')) },
  },
  {
    name: 'reports by relay while the page is left',
    pages: {
      '/': page(
        tag('data-via="relay"'),
        `${START}<script>start.addEventListener('click',()=>vaultlink.report('complete'))</script>`,
      ),
      '/end': page(tag('data-via="relay"'), '<p>Thank you.</p>'),
    },
    files: REFUSING_RELAY,
  },
  {
    name: 'reports by a relay on another origin',
    pages: {
      ...RIGHT,
      '/end': page(tag('data-via="relay" data-relay-url="{other}/vault/endlinks"'), FINISH),
    },
    files: REFUSING_RELAY,
  },
  {
    name: 'has a service worker',
    pages: {
      ...RIGHT,
      '/': page(tag(), `${START}<script>navigator.serviceWorker.register('/sw.js')</script>`),
    },
  },
  {
    name: 'is of a tool that leads to the service itself, without a tag',
    pages: {
      '/': page(
        '',
        `<button id="start" onclick="sessionStorage.t=new URLSearchParams(location.search).get('service_endlink_token');location='/end'">Start</button>`,
      ),
      '/end': page(
        `<script>location.replace('${SERVICE}/api/v3/endlinks/complete.html?service_endlink_token='+encodeURIComponent(sessionStorage.t))</script>`,
      ),
    },
  },
  {
    name: 'is of a tool whose server leads to the service itself, without a tag',
    pages: {
      '/': page(
        '',
        `<form action="/next"><input type="hidden" name="token"><button id="start">Send</button></form><script>document.forms[0].token.value=new URLSearchParams(location.search).get('service_endlink_token')</script>`,
      ),
    },
    files: { '/next': leadToService },
  },
  {
    name: 'fills the token into a form, whose server leads to the service',
    pages: {
      '/': page(
        tag(),
        '<form action="/next"><input type="hidden" name="token" data-vaultlink-fill="token"><button id="start">Send</button></form>',
      ),
    },
    files: { '/next': leadToService },
  },
  {
    name: 'goes on by a script, although the browser does not send its form',
    pages: {
      ...RIGHT,
      '/': page(
        tag(),
        `<form><input name="age" required><button id="start" onclick="location.href='/end'">Start</button></form>`,
      ),
    },
  },
  {
    name: 'asks in a frame, and has a required field there',
    clicks: ['#send', '#start'],
    answers: [{ selector: '[name=age]', value: '42' }],
    pages: {
      ...RIGHT,
      '/': page(tag(), `<iframe src="/form" title="Form"></iframe>${START}`),
      '/form': page(
        '',
        '<form action="/sent"><input name="age" required><button id="send">Send</button></form>',
      ),
      '/sent': page('', '<p>Thank you.</p>'),
    },
  },
  {
    name: 'has frames of somebody else, to which a sandbox refuses things',
    pages: {
      ...RIGHT,
      '/': page(
        tag(),
        `${START}<iframe sandbox srcdoc="<script>1</script>" title="a"></iframe><iframe sandbox="allow-scripts" srcdoc="<script>top.location='/'</script>" title="b"></iframe>`,
      ),
    },
  },
  {
    name: 'answers 404 with its last page, which has the tag',
    pages: { ...RIGHT, '/end': page(tag(), FINISH) },
    files: {
      '/end': () =>
        new Response(page(tag().replace(SERVICE, 'https://service.example'), FINISH), {
          status: 404,
          headers: { 'content-type': 'text/html' },
        }),
    },
  },
  {
    name: 'goes on in a frame',
    pages: {
      '/': page(tag(), '<iframe data-vaultlink-src="/survey" title="Survey"></iframe>'),
      '/survey': page(tag(), START),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'goes on in a frame of another host that is named',
    pages: {
      '/': page(
        tag('data-carry="{otherHost}"'),
        '<iframe data-vaultlink-src="{other}/survey" title="Survey"></iframe>',
      ),
      '/survey': page(tag(), START),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'shows its pages by a router in the hash',
    clicks: ['#start', '#next'],
    pages: {
      '/': page(
        tag(),
        `<a id="start" href="#/question">Start</a><div id="app"></div><script>addEventListener('hashchange',()=>{app.innerHTML=location.hash==='#/question'?'<a id="next" href="#/end">Next</a>':'${FINISH}'})</script>`,
      ),
    },
  },
  {
    name: 'reads the outcome from its address by a map',
    pages: {
      '/': page(tag(), '<a id="start" href="/end?code=1">Start</a>'),
      '/end': page(
        tag('data-outcome-param="code" data-outcome-map="1:complete"'),
        '<p>Thank you.</p>',
      ),
    },
  },
  {
    name: 'reports by a button, and leads on once the outcome is confirmed',
    clicks: ['#start', '#finish'],
    pages: {
      ...RIGHT,
      '/end': page(
        tag(),
        `<button id="finish" onclick="vaultlink.report('complete').then(()=>location='/thanks')">Finish</button>`,
      ),
      '/thanks': page('', '<p>Thank you.</p>'),
    },
  },
  {
    name: 'leads on by a refresh of its last page at once',
    pages: {
      ...RIGHT,
      '/end': page(`${tag()}<meta http-equiv="refresh" content="0; url=/thanks">`, FINISH),
      '/thanks': page('', '<p>Thank you.</p>'),
    },
  },
  {
    name: 'reports by relay',
    pages: { ...RIGHT, '/end': page(tag('data-via="relay"'), FINISH) },
    files: REFUSING_RELAY,
  },
  ...RIGHT_STEPS,
];
