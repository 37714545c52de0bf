import { BANNER, landing, last, missing, page, RIGHT, served, START, tag } from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const ONLY_THE_TAG = `<meta http-equiv="content-security-policy" content="script-src {own}/vaultlink.js">${tag()}`;

const CONSENT_FRAME =
  '<iframe id="sp_message_iframe" src="/consent" title="Consent" style="position:fixed;inset:0;width:100%;height:100%"></iframe>';

const RELAY = '/vault/endlinks/complete';

/** A page without the tag, in the place of a page of the survey. */
const wall = (title: string, body: string) => page(`<title>${title}</title>`, body);

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
  {
    name: 'reports to a relay that is not there',
    causeId: 'relay-missing',
    broken: 'service',
    cause: /which is no relay: it answers with status 404/,
    pages: last(tag('data-via="relay"')),
    files: { [RELAY]: missing },
  },
  {
    name: 'answers with its start page in the place of a relay',
    causeId: 'relay-missing',
    broken: 'service',
    pages: last(tag('data-via="relay"')),
    files: { [RELAY]: () => served(page(''), 'text/html') },
  },
];
