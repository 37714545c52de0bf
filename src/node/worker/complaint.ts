/** Says what goes wrong with Redis, once until that is something else: it is tried again many times a minute. */
export function createComplaint(): (reason: Error) => void {
  let last = '';
  return (reason) => {
    // The message of a mistake in JSON quotes it.
    const message = reason instanceof SyntaxError ? 'A job holds no JSON.' : reason.message;
    if (message !== last) process.stderr.write(`Redis: ${message}\n`);
    last = message;
  };
}
