// `recordConsole` is sent to the page as its own source text, so it uses nothing outside itself but types.

/** Records console messages and uncaught errors of the page until the test reads them. */
export function recordConsole(): void {
  const messages: { type: 'console' | 'pageerror'; text: string }[] = [];
  Object.defineProperty(window, Symbol.for('consoleMessages'), { value: messages });
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const original = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      messages.push({ type: 'console', text: values.map(String).join(' ') });
      original(...values);
    };
  }
  const recordError = (error: unknown) => messages.push({ type: 'pageerror', text: String(error) });
  addEventListener('error', ({ error, message }) => recordError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
}
