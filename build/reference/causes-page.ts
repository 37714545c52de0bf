import { CAUSE_HELP } from '../../src/protocol/cause-help.ts';
import type { CauseId } from '../../src/protocol/cause-help.ts';
import { CONSOLE_SENTENCES } from '../../src/protocol/causes.ts';
import type { ConsoleCause } from '../../src/protocol/causes.ts';
import { code, codeBlock, pageOf } from './markdown.ts';

/** Matches what is typed: an element, an attribute or option with its value, and a name of the page. */
const TYPED =
  /<[a-z][^>]*>|data-[\w-]+(="[^"]*")?|--\w+|window\.\w+(\((?:[^()]|\([^)]*\))*\)| = \{[^}]*\})?|vaultlink[.-][\w.()]+(\(url\))?|\?service_endlink_token=\S+|\{\{endlink_token\}\}|[\w]+=\{\{\w+\}\}|\b[A-Z][A-Z_]{5,}(=\w+)?\b/g;

/** Returns the page about the causes that the console names. The check prints the remedy of each further cause itself. */
export function causesPage(): Promise<string> {
  const ids = (Object.keys(CAUSE_HELP) as CauseId[]).filter(isOfConsole);
  return pageOf('Causes', 'src/protocol/causes.ts and the modules with its help', [
    'The lines that the tag writes to the console of a page. `…` stands for what differs from page to page. Sellers never see these lines. [`vaultlink check`](../check.md) and the page _Check_ of the sandbox name the same causes. They find many more, and print the remedy of each.',
    ...ids.map(sectionOf),
  ]);
}

const isOfConsole = (id: CauseId): id is ConsoleCause => id in CONSOLE_SENTENCES;

function sectionOf(id: ConsoleCause): string {
  const { title, cause, remedy, see } = CAUSE_HELP[id];
  return [
    `## ${title}`,
    codeBlock('text', `[vaultlink] ${withUnknown(CONSOLE_SENTENCES[id])}`),
    ...(cause === undefined ? [] : [prose(cause)]),
    `Remedy: ${prose(remedy)}${see === undefined ? '' : ` [More](${pathOf(see)})`}`,
  ].join('\n\n');
}

/** Writes `…` for what differs, and what is typed as code. */
const prose = (text: string) =>
  withUnknown(text).replace(
    TYPED,
    (typed) => code(typed.replace(/[.,]$/, '')) + (/[.,]$/.exec(typed)?.[0] ?? ''),
  );

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
