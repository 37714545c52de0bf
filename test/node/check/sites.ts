import { readFileSync } from 'node:fs';
import { address, BANNER, FINISH, page, RIGHT, SERVICE, START, tag } from './site-parts.ts';
import type { Site } from './site-parts.ts';

const INJECT = `const s=document.createElement('script');s.src='/vaultlink.js';s.dataset.baseUrl='${SERVICE}';{debugInjected}document.head.append(s);`;

export const SITES: readonly Site[] = [
  { name: 'is right', pages: RIGHT },
  {
    name: 'has no tag on the landing page',
    causeId: 'tag-missing',
    broken: 'tag',
    cause: /no script tag/,
    pages: { ...RIGHT, '/': page('', START) },
  },
  {
    name: 'redirects in a script before the tag',
    causeId: 'redirect-before-tag',
    broken: 'captured',
    cause: /went on to .*\/survey by itself, before the tag ran/,
    holdTagUntil: '/survey',
    pages: {
      ...RIGHT,
      '/': page(`<script>location.replace('/survey')</script>${tag()}`, START),
      '/survey': page(tag(), START),
    },
  },
  {
    name: 'lacks a part of the tag',
    causeId: 'part-missing',
    broken: 'tag',
    cause: /vaultlink-token\.js: .* status 404/,
    pages: RIGHT,
    files: { '/vaultlink-token.js': () => new Response('Not found', { status: 404 }) },
  },
  {
    name: 'serves a part with the wrong type',
    causeId: 'part-type',
    broken: 'tag',
    cause: /vaultlink-token\.js: .* served as text\/plain/,
    pages: RIGHT,
    files: {
      '/vaultlink-token.js': () =>
        new Response(readFileSync('dist/vaultlink-token.js', 'utf8'), {
          headers: { 'content-type': 'text/plain' },
        }),
    },
  },
  {
    name: 'gives the token to a third party as Referer',
    causeId: 'referer-leak',
    broken: 'private',
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
    causeId: 'third-party',
    broken: 'private',
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
    causeId: 'scrub-off',
    broken: 'address',
    cause: /data-scrub leaves it there/,
    pages: { ...RIGHT, '/': page(tag('data-scrub="off"'), START) },
  },
  {
    name: 'never reports',
    causeId: 'not-reported',
    broken: 'reported',
    cause: /No outcome was reported\. .*\/end, in the state "waiting"/,
    pages: { ...RIGHT, '/end': page(tag(), '<p>Thank you.</p>') },
  },
  {
    name: 'leads to the service some seconds after its element has reported',
    causeId: 'reported-twice',
    broken: 'reported',
    cause: /reported 2 times: .* by fetch .*, .* by redirect/,
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<script>const to=${address('complete.html')};setTimeout(()=>location.assign(to),3000)</script>`,
        FINISH,
      ),
    },
  },
  {
    name: 'reports a second time by a script of its own',
    causeId: 'reported-twice',
    broken: 'reported',
    cause: /reported 2 times/,
    pages: {
      ...RIGHT,
      '/end': page(`${tag()}<script>fetch(${address('complete')})</script>`, FINISH),
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
    causeId: 'report-word',
    broken: 'reported',
    cause: cause as RegExp,
    pages: {
      ...RIGHT,
      '/end': page(`${tag()}<script>fetch(${address(String(word))})</script>`),
    },
  })),
  {
    name: 'reports a word that is no outcome by a beacon while the page is left',
    causeId: 'report-word',
    broken: 'reported',
    cause: /"finished" is no outcome. It is called "complete"/,
    pages: {
      ...RIGHT,
      '/': page(
        `${tag()}<script>addEventListener('pagehide',()=>navigator.sendBeacon(${address('finished')}))</script>`,
        START,
      ),
      '/end': page(tag(), '<p>Thank you.</p>'),
    },
  },
  {
    name: 'posts the token to the service in a form',
    causeId: 'report-method',
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
    causeId: 'outcome-expected',
    broken: 'outcome',
    cause: /"screenout" and not "complete"/,
    expected: 'complete',
    pages: { ...RIGHT, '/end': page(tag(), FINISH.replace('complete', 'screenout')) },
  },
  {
    name: 'loads the tag after consent only',
    causeId: 'consent-first',
    broken: 'captured',
    cause: /only after consent: .*"Accept all"/,
    pages: { ...RIGHT, '/': page('', START + BANNER(`${INJECT}this.parentNode.remove()`)) },
  },
  {
    name: 'has a consent banner in the way',
    causeId: 'consent-covers',
    broken: 'captured',
    cause: /"Accept all"\) covers/,
    pages: { ...RIGHT, '/': page(tag(), START + BANNER('this.parentNode.remove()')) },
  },
  {
    name: 'loads the tag from the second visit on',
    causeId: 'reload-only',
    broken: 'captured',
    cause: /not captured at this visit, but after a reload/,
    pages: {
      ...RIGHT,
      '/': page(`<script>if(localStorage.seen){${INJECT}}localStorage.seen=1</script>`, START),
    },
  },
  {
    name: 'loses the token on the way to another origin',
    causeId: 'token-lost-between-hosts',
    broken: 'kept',
    cause: /lost on the way/,
    pages: { ...RIGHT, '/': page(tag(), '<a id="start" href="{other}/end">Start</a>') },
  },
];

/** Sites for the command alone: no page can see the mistake, or it is one of timing. */
export const SITES_FOR_THE_COMMAND: readonly Site[] = [
  {
    name: 'reports a second time once the first report is confirmed',
    broken: 'reported',
    cause: /reported 2 times/,
    pages: {
      ...RIGHT,
      '/end': page(
        `${tag()}<script>const again=${address('complete')};let sent=false;vaultlink.subscribe(()=>{if(!sent&&vaultlink.state().state==='confirmed'){sent=true;fetch(again)}})</script>`,
        FINISH,
      ),
    },
  },
  {
    name: 'reports to a service that nobody can reach',
    causeId: 'service-unknown-host',
    broken: 'service',
    cause: /a host that does not exist, .*: service\.example \(ENOTFOUND\)/,
    service: { reach: 'unknown host', detail: 'ENOTFOUND' },
    pages: RIGHT,
  },
  {
    name: 'reports to itself',
    causeId: 'base-url-own-page',
    broken: 'service',
    cause: /is that of your own site, where no report is recorded/,
    pages: { '/': page(tag(), START), '/end': page(tag().replace(SERVICE, '{own}'), FINISH) },
  },
];
