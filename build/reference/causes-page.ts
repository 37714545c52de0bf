import { CAUSE_HELP } from '../../src/protocol/cause-help.ts';
import type { CauseId } from '../../src/protocol/cause-help.ts';
import { CONSOLE_SENTENCES } from '../../src/protocol/causes.ts';
import { code, codeBlock, pageOf } from './markdown.ts';

/** Matches what is typed: an element, an attribute or option with its value, and a name of the page. */
const TYPED =
  /<[a-z][^>]*>|data-[\w-]+(="[^"]*")?|--\w+|window\.\w+(\((?:[^()]|\([^)]*\))*\)| = \{[^}]*\})?|vaultlink[.-][\w.()]+(\(url\))?|\?service_endlink_token=\S+|\{\{endlink_token\}\}|[\w]+=\{\{\w+\}\}|\b[A-Z][A-Z_]{5,}(=\w+)?\b/g;

/** Returns the page about the causes that the console, the check and the sandbox name. */
export function causesPage(): Promise<string> {
  const ids = Object.keys(CAUSE_HELP) as CauseId[];
  return pageOf('Causes', 'src/protocol/causes.ts and the modules with its help', [
    'The console of a page, `vaultlink check` and the page _Check_ of the sandbox name the same causes. `…` stands for what differs from page to page. Sellers never see the lines of the console.',
    ...ids.map(sectionOf),
  ]);
}

function sectionOf(id: CauseId): string {
  const { title, cause, remedy, see } = CAUSE_HELP[id];
  const sentence =
    id in CONSOLE_SENTENCES && CONSOLE_SENTENCES[id as keyof typeof CONSOLE_SENTENCES];
  return [
    `## ${headingOf(title)}`,
    ...(sentence ? [codeBlock('text', `[vaultlink] ${withUnknown(sentence)}`)] : []),
    ...(cause === undefined ? [] : [prose(cause)]),
    `Remedy: ${prose(remedy)}${see === undefined ? '' : ` [More](${pathOf(see)})`}`,
  ].join('\n\n');
}

/** Escapes a # at the end of a title, which Markdown would take for the end of the heading. */
const headingOf = (title: string) => title.replace(/#$/, '\\#');

/** Writes `…` for what differs, and what is typed as code. */
const prose = (text: string) =>
  withUnknown(text)
    .replace(TYPED, (typed) => code(typed.replace(/[.,]$/, '')) + (/[.,]$/.exec(typed)?.[0] ?? ''))
    .replace(/^…$/, 'what is wrong with it, in a sentence.');

/** Writes `…` for what is only known at run time. */
export const withUnknown = (text: string): string =>
  text
    .replace(/"\{\w+\}"|(?<!\{)\{\w+\}(?!\})/g, '…')
    .replace(/ ?\(…\)/g, ' (…)')
    .replace(/([.!?])…$/, '$1')
    .replace(/ …$/, ' …');

/** Returns the address of a page of the docs, from the folder of the reference. */
const pathOf = (see: string) =>
  see.startsWith('reference/') ? see.slice('reference/'.length) : `../${see}`;
