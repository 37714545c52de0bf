import { readFileSync } from 'node:fs';
import {
  FINISH,
  START,
  THANKS,
  landing,
  last,
  missing,
  page,
  RIGHT,
  served,
  SERVICE,
  tag,
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const built = () => readFileSync('dist/vaultlink.js', 'utf8');
const V = '/js/v.js';

/** A policy in the page that allows scripts of one folder alone. */
const POLICY = `<meta http-equiv="content-security-policy" content="script-src '{own}/scripts/'">`;

/** A survey in a frame of a page with the tag. */
const framed = (sandbox: string, body: string) => ({
  ...RIGHT,
  '/': page(
    tag(),
    `<iframe data-vaultlink-src="/survey" sandbox="${sandbox}" title="Survey"></iframe>`,
  ),
  '/survey': page(tag(), body),
});

/** Mistakes with the tag and its files. */
export const TAG_MISTAKES: readonly Mistake[] = [
  {
    name: 'has its tag in a comment',
    causeId: 'tag-unread',
    broken: 'tag',
    pages: landing(`<!-- ${tag()} -->`),
  },
  {
    name: 'has its tag in a noscript element',
    causeId: 'tag-unread',
    broken: 'tag',
    pages: landing(`<noscript>${tag()}</noscript>`),
  },
  {
    name: 'shows its tag as text',
    causeId: 'tag-unread',
    broken: 'tag',
    pages: landing('', tag().replaceAll('<', '&lt;') + START),
  },
  {
    name: 'shows the tag of its last page as text',
    causeId: 'tag-unread',
    broken: 'kept',
    pages: last('', tag().replaceAll('<', '&lt;') + THANKS),
  },
  {
    name: 'has no tag, a script that is not there, and an error of its own',
    causeId: 'tag-missing',
    broken: 'tag',
    pages: landing('<script src="/ads.js"></script><script>nothing.here()</script>'),
    files: { '/ads.js': missing },
  },
  {
    name: 'has a bundle with its tag, in which another script is broken',
    causeId: 'tag-joined-broken',
    broken: 'tag',
    pages: landing('<script src="/all.js"></script>'),
    files: { '/all.js': () => served(`const a = ;${built()}`, 'text/javascript') },
  },
  {
    name: 'lacks the file of the tag',
    causeId: 'tag-file-missing',
    broken: 'tag',
    pages: RIGHT,
    files: { '/vaultlink.js': missing },
  },
  {
    name: 'lacks the file of the tag, which it gives another name',
    causeId: 'tag-file-missing',
    broken: 'tag',
    pages: landing(tag('', V)),
    files: { [V]: missing },
  },
  {
    name: 'answers with its start page for the file of the tag',
    causeId: 'tag-file-html',
    broken: 'tag',
    pages: landing(tag('', V)),
    files: { [V]: () => served(page(''), 'text/html') },
  },
  {
    name: 'serves the file of the tag as text, and forbids browsers to guess',
    causeId: 'tag-file-type',
    broken: 'tag',
    pages: RIGHT,
    files: {
      '/vaultlink.js': () => served(built(), 'text/plain', { 'x-content-type-options': 'nosniff' }),
    },
  },
  {
    name: 'has the hash of another version of the tag',
    causeId: 'tag-file-refused',
    broken: 'tag',
    cause: /its hash is not the one in the attribute integrity/,
    pages: landing(tag('integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="')),
  },
  {
    name: 'serves a file of the tag that was cut off',
    causeId: 'tag-file-broken',
    broken: 'tag',
    pages: RIGHT,
    files: { '/vaultlink.js': () => served(built().slice(0, 2000), 'text/javascript') },
  },
  {
    name: 'blocks the tag by a policy of the page',
    causeId: 'tag-blocked',
    broken: 'tag',
    pages: landing(POLICY + tag()),
  },
  {
    name: 'gives the tag to a consent tool, by its type',
    causeId: 'tag-waits',
    broken: 'tag',
    pages: landing(tag('type="text/plain" data-cookieconsent="marketing"')),
  },
  {
    name: 'gives the tag to an optimiser that waits for a touch',
    causeId: 'tag-waits',
    broken: 'tag',
    pages: landing(tag('type="rocketlazyloadscript"')),
  },
  {
    name: 'gives the tag to a consent tool, by the name of src',
    causeId: 'tag-waits',
    broken: 'tag',
    pages: landing(tag().replace(' src=', ' data-src=')),
  },
  {
    name: 'names a folder of parts that is not there',
    causeId: 'part-missing',
    broken: 'tag',
    pages: landing(tag('data-parts-url="/wrong/"')),
    files: { '/wrong/vaultlink-token.js': missing },
  },
  {
    name: 'inserts the tag as text of HTML',
    causeId: 'tag-inert',
    broken: 'tag',
    pages: landing(
      `<script>document.head.insertAdjacentHTML('beforeend','<script src="/vaultlink.js" data-base-url="${SERVICE}"><\\/script>')</script>`,
    ),
  },
  {
    name: 'erases the storage of its last page before the tag runs',
    causeId: 'token-lost-before-tag',
    broken: 'kept',
    pages: last(`<script>sessionStorage.clear()</script>${tag()}`, FINISH),
  },
  {
    name: 'gives the tag of its last page to a consent tool',
    causeId: 'tag-waits',
    broken: 'kept',
    pages: last(tag('type="text/plain"'), FINISH),
  },
  {
    name: 'has no tag on its last page',
    causeId: 'last-page-without-tag',
    broken: 'kept',
    pages: last('', FINISH),
  },
  {
    name: 'lacks the file of the tag on its last page',
    causeId: 'tag-file-missing',
    broken: 'kept',
    pages: last(tag('', V), FINISH),
    files: { [V]: missing },
  },
  {
    name: 'is shown in a frame with a sandbox that gives it no origin',
    causeId: 'page-sandboxed',
    broken: 'tag',
    pages: framed('allow-scripts', START),
  },
  {
    name: 'is shown in a frame with a sandbox that sends no form',
    causeId: 'page-sandboxed',
    broken: 'kept',
    cause: /block the form on .*\/survey: it is shown in a sandbox without "allow-forms"/,
    pages: framed(
      'allow-scripts allow-same-origin',
      '<form action="/end"><button id="start">Send</button></form>',
    ),
  },
  {
    name: 'is shown in a frame with a sandbox that runs no script',
    causeId: 'page-sandboxed',
    broken: 'kept',
    pages: framed('allow-same-origin', START),
  },
  {
    name: 'leads out of a frame with a sandbox that does not allow it',
    causeId: 'page-sandboxed',
    broken: 'kept',
    pages: framed('allow-scripts allow-same-origin', START.replace('<a ', '<a target="_top" ')),
  },
  {
    name: 'gives the name of the tag to a variable on its last page',
    causeId: 'tag-replaced',
    broken: 'kept',
    pages: last(
      `${tag()}<script>window.vaultlink={page:'end'}</script>`,
      `<script>vaultlink.report('complete')</script>`,
    ),
  },
  { name: 'has the tag twice', causeId: 'tag-twice', pages: landing(tag() + tag()) },
  {
    name: 'has a script before the tag',
    causeId: 'tag-not-first',
    pages: landing(`<script>window.first=1</script>${tag()}`),
  },
];
