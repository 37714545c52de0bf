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
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

/** A site whose landing page has a mistake in the HTML of its tag. */
const malformed = (name: string, head: string, cause: RegExp): Mistake => ({
  ...{ name, cause, causeId: 'tag-malformed', broken: 'tag' },
  pages: landing(head),
  files: { '/%E2%80%9C/vaultlink.js%E2%80%9D': missing },
});

const FOREIGN_TAG = tag('', '{other}/vaultlink.js');

/** Last pages that leave out the element for phones. */
const PHONE_MISTAKES = Object.entries({
  'measures the screen': 'innerWidth>600',
  'reads the name of the browser': '!/Mobi/.test(navigator.userAgent)',
}).map(([how, isWide]): Mistake => ({
  name: `leaves out its element on a phone by a script that ${how} once`,
  causeId: 'element-hidden-on-phone',
  broken: 'reported',
  pages: last(
    `${tag()}<meta name="viewport" content="width=device-width">`,
    `<div id="end"></div><script>if(${isWide})end.innerHTML='${FINISH}'</script>`,
  ),
}));

/** Mistakes in the HTML of the tag and of the element, and with the file that the tag names. */
export const HTML_MISTAKES: readonly Mistake[] = [
  malformed('misspells src', tag().replace(' src=', ' scr='), /it has "scr" in the place of "src"/),
  malformed(
    'does not close its tag',
    tag().replace('></script>', '/>'),
    /its end tag <\/script> is missing/,
  ),
  malformed(
    'does not close a quote of its tag',
    tag().replace(`${SERVICE}"`, SERVICE),
    /the closing quote of its attribute "data-base-url" is missing/,
  ),
  malformed(
    'has a tag with the quotes of a word processor',
    `<script src=“/vaultlink.js” data-base-url=“${SERVICE}”></script>`,
    /the quotes of its attribute "src" are not straight ones/,
  ),
  malformed('has a tag for old browsers alone', tag('nomodule'), /"nomodule" keeps browsers from/),
  malformed(
    'misspells the type of its tag',
    tag('type="text/javscript"'),
    /its type is "text\/javscript" and not "text\/javascript"/,
  ),
  {
    name: 'misspells the setting without which it has no token',
    causeId: 'setting-unknown',
    broken: 'tag',
    cause: /data-token-parm, which most likely means data-token-param/,
    path: '/?t={{endlink_token}}',
    pages: landing(tag('data-token-parm="t"')),
  },
  {
    name: 'gives its element the name of the product',
    causeId: 'element-unknown',
    broken: 'reported',
    cause: /<vaultlink-finish> in the place of <endlink-finish>/,
    pages: last(tag(), FINISH.replaceAll('endlink-finish', 'vaultlink-finish')),
  },
  {
    name: 'calls the tag by a name in capitals',
    causeId: 'call-failed',
    broken: 'reported',
    cause: /Vaultlink is not defined/,
    pages: last(`${tag()}<script>Vaultlink.report('complete')</script>`, THANKS),
  },
  {
    name: 'has an empty file in the place of the tag',
    causeId: 'tag-file-broken',
    broken: 'tag',
    pages: RIGHT,
    files: { '/vaultlink.js': () => served('', 'text/javascript') },
  },
  {
    name: 'leads from the file of the tag to a login',
    causeId: 'tag-file-html',
    broken: 'tag',
    pages: { ...RIGHT, '/login': page('', '<p>Log in</p>') },
    files: {
      '/vaultlink.js': () => new Response(null, { status: 302, headers: { location: '/login' } }),
    },
  },
  {
    name: 'asks for the tag by CORS at a host that does not allow it',
    causeId: 'tag-file-refused',
    broken: 'tag',
    cause: /its server sends no Access-Control-Allow-Origin/,
    pages: landing(tag('crossorigin', '{other}/vaultlink.js')),
  },
  {
    name: 'has the tag from a host that does not share its other files',
    causeId: 'part-origin',
    broken: 'tag',
    pages: { '/': page(FOREIGN_TAG, START), '/end': page(FOREIGN_TAG, FINISH) },
  },
  {
    name: 'has its tag in another script',
    causeId: 'tag-unread',
    broken: 'tag',
    cause: /stands in another <script>/,
    pages: landing(`<script>window.dataLayer=[]; ${tag()}`),
  },
  {
    name: 'has its tag in a style',
    causeId: 'tag-unread',
    broken: 'tag',
    cause: /stands in a <style>/,
    pages: landing(`<style>body{} ${tag()}</style>`),
  },
  {
    name: 'has a tag with the type of another language',
    causeId: 'tag-malformed',
    broken: 'tag',
    pages: landing(tag('type="text/babel"')),
  },
  {
    name: 'has an element with the name of its outcome',
    causeId: 'element-unknown',
    broken: 'reported',
    cause: /<endlink-complete> in the place of <endlink-finish>/,
    pages: last(tag(), '<endlink-complete></endlink-complete>'),
  },
  {
    name: 'has an element that waits for its button',
    causeId: 'element-manual',
    broken: 'reported',
    pages: last(tag(), FINISH.replace('>', ' manual>')),
  },
  {
    name: 'calls the tag as a part of window by a name in capitals',
    causeId: 'call-failed',
    broken: 'reported',
    pages: last(`${tag()}<script>window.VaultLink.report('complete')</script>`, THANKS),
  },
  ...PHONE_MISTAKES,
];
