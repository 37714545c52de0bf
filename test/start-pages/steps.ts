/** What a reader does at one piece of code of a page: save a file, run commands until they end, or start a program that goes on running. */
export type Step =
  { kind: 'file'; path: string; text: string } | { kind: 'run' | 'start'; commands: string };

const FENCE = /^```(\w+)(?: title="([^"]*)")?\n([^]*?)^```/gm;

/**
 * Returns the steps of a page, in their order. A piece of code with a title is a file of that name, or what to type into a terminal that stays open. Commands without a title end by themselves. Other code without a title is an
 * illustration.
 */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(FENCE)].flatMap<Step>(([, language, title, text = '']) => {
    if (language === 'sh') return [{ kind: title ? 'start' : 'run', commands: text }];
    return title ? [{ kind: 'file', path: title, text }] : [];
  });
}
