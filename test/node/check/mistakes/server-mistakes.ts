import {
  BANNER,
  landing,
  last,
  missing,
  page,
  RELAY,
  RIGHT,
  served,
  START,
  tag,
  wall,
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const ONLY_THE_TAG = `<meta http-equiv="content-security-policy" content="script-src {own}/vaultlink.js">${tag()}`;

const CONSENT_FRAME =
  '<iframe id="sp_message_iframe" src="/consent" title="Consent" style="position:fixed;inset:0;width:100%;height:100%"></iframe>';

const CAPTCHA = '<div class="g-recaptcha"></div>';

/** What servers answer that have no relay, to a request without a token. */
const NO_RELAYS: readonly (readonly [string, () => Response])[] = [
  ['reports to a relay that is not there', missing],
  [
    'reports to a relay that is switched off',
    () => Response.json({ error: 'not_found' }, { status: 404 }),
  ],
  ['answers with its start page in the place of a relay', () => served(page(''), 'text/html')],
  ['answers in words of its own in the place of a relay', () => Response.json({ ok: true })],
  [
    'leads from the address of its relay to a login',
    () => new Response(null, { status: 302, headers: { location: '/login' } }),
  ],
];

/** Mistakes of the servers of a survey, and of the tools that stand before its pages. */
export const SERVER_MISTAKES: readonly Mistake[] = [
  {
    name: 'has a bot protection before its landing page',
    causeId: 'bot-wall',
    broken: 'opens',
    cause: /\("Just a moment..."\) has no script tag, and asks whether its visitor is human/,
    pages: { ...RIGHT, '/': wall('Just a moment...', '<p>Verify you are human.</p>') },
  },
  {
    name: 'has a captcha before its last page',
    causeId: 'bot-wall',
    broken: 'kept',
    pages: { ...RIGHT, '/end': wall('Security', '<div class="h-captcha"></div>') },
  },
  {
    name: 'denies visitors its landing page that may be programs',
    causeId: 'bot-wall',
    broken: 'opens',
    pages: { ...RIGHT, '/': wall('Access to this page has been denied', '<h1>Press & Hold</h1>') },
    statuses: { '/': 403 },
  },
  {
    name: 'says with status 200 that its landing page does not exist',
    causeId: 'tag-missing',
    broken: 'tag',
    cause: /\("Page not found"\)/,
    pages: { ...RIGHT, '/': wall('Page not found', '<h1>404</h1>') },
  },
  {
    name: 'leads to a login after its landing page',
    causeId: 'last-page-without-tag',
    broken: 'kept',
    cause: /\/login \("Log in"\) has no script tag/,
    pages: { ...RIGHT, '/login': wall('Log in', '<input type="password">') },
    files: { '/end': () => new Response(null, { status: 302, headers: { location: '/login' } }) },
  },
  {
    name: 'has a consent banner in the way that asks for an OK',
    causeId: 'consent-covers',
    broken: 'captured',
    cause: /"OK"\) covers/,
    pages: landing(tag(), START + BANNER('this.parentNode.remove()').replace('Accept all', 'OK')),
  },
  {
    name: 'has a consent banner in a frame in the way',
    causeId: 'consent-covers',
    broken: 'captured',
    cause: /"Accept"\) covers/,
    pages: {
      ...landing(tag(), START + CONSENT_FRAME),
      '/consent': page('', '<button>Accept</button>'),
    },
  },
  {
    name: 'blocks the files beside its tag by a policy',
    causeId: 'tag-blocked',
    broken: 'tag',
    cause: /blocks the tag: script-src-elem .*\/vaultlink-elements\.js/,
    pages: last(ONLY_THE_TAG),
  },
  {
    name: 'lacks the file of the tag, and has a policy that only reports',
    causeId: 'tag-file-missing',
    broken: 'tag',
    pages: RIGHT,
    headers: { '/': { 'content-security-policy-report-only': "script-src 'none'" } },
    files: { '/vaultlink.js': missing },
  },
  ...NO_RELAYS.map(([name, answer]): Mistake => ({
    name,
    causeId: 'relay-missing',
    broken: 'service',
    cause: /which is no relay: it answers with status \d{3}/,
    pages: last(tag('data-via="relay"')),
    files: { [RELAY]: answer },
  })),
  {
    name: 'reports to a relay on another origin that does not allow its pages',
    causeId: 'relay-forbids-page',
    broken: 'service',
    pages: last(tag('data-via="relay" data-relay-url="{other}/vault/endlinks"')),
    files: { [RELAY]: () => Response.json({ error: 'forbidden_origin' }, { status: 403 }) },
  },
  {
    name: 'has a captcha on its landing page, whose tag it gives to a consent tool',
    causeId: 'tag-waits',
    broken: 'tag',
    pages: landing(tag('type="text/plain" data-category="statistics"'), START + CAPTCHA),
  },
  {
    name: 'has a captcha on its landing page, and no tag',
    causeId: 'tag-missing',
    broken: 'tag',
    pages: landing('', START + CAPTCHA),
  },
  {
    name: 'blocks the tag of its last page by a policy in a header',
    causeId: 'tag-blocked',
    broken: 'kept',
    pages: RIGHT,
    headers: { '/end': { 'content-security-policy': "default-src 'none'" } },
  },
  {
    name: 'shows its last page in a sandbox by a header',
    causeId: 'page-sandboxed',
    broken: 'kept',
    cause: /block all scripts on .*\/end/,
    pages: RIGHT,
    headers: { '/end': { 'content-security-policy': 'sandbox' } },
  },
];
