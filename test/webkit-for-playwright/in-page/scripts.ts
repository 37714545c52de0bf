import { findElements } from './find-elements.ts';

/** The source text of a script that calls a function without parameters. */
export const callOf = (script: () => void): string => `(${String(script)})()`;

/** A function body that finds elements. Its argument is an array of steps. */
export const FIND_ELEMENTS = `return { href: location.href, ...(${String(findElements)})(arguments[0]) };`;

/** What {@link evaluation} returns, as JSON. */
export interface Evaluation {
  /** The address of the page. */
  href: string;
  /** What the page has logged since the last evaluation. */
  messages?: ConsoleMessage[];
  value?: unknown;
  error?: string;
  /** The value is a promise that is not settled yet: the number of its entry in {@link pendingValue}. */
  pending?: number;
}

/** A console message, or an uncaught error. */
export interface ConsoleMessage {
  type: 'console' | 'pageerror';
  text: string;
}

/** A function body that evaluates an expression. It does not wait for a promise, because no other command could run meanwhile. */
export const evaluation = (expression: string): string => `
  const promises = (window[Symbol.for('promises')] ??= []);
  const resultOf = (result) => JSON.stringify({
    href: location.href, messages: window[Symbol.for('consoleMessages')]?.splice(0), ...result,
  });
  const value = ${expression};
  if (typeof value?.then !== 'function') return resultOf({ value });
  const index = promises.push({ pending: promises.length }) - 1;
  value.then(
    (value) => (promises[index] = { value }),
    (error) => (promises[index] = { error: [error, error?.stack].join(' ') }),
  );
  return resultOf(promises[index]);`;

/** An expression for the result of a promise of an earlier evaluation. It is `undefined` if the page has navigated since. */
export const pendingValue = (index: number): string => `promises[${index}]`;
