import { listenAtDocument, readyState } from './unclobbered.ts';

/** Milliseconds after which a page counts as parsed all the same: a script that never answers blocks the parser for good. */
const PARSER_LIMIT_MS = 1000;

let parsed: Promise<unknown> | undefined;

/** Resolves once the browser has read the whole page, after a second at most; at once, if it has. */
export async function parsedPage(): Promise<void> {
  if (readyState() === 'loading')
    await (parsed ??= new Promise((resolve) => {
      listenAtDocument('readystatechange', resolve);
      setTimeout(resolve, PARSER_LIMIT_MS);
    }));
}
