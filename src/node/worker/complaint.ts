/** Says what goes wrong with Redis, once until that is something else: it is tried again many times a minute. */
export function createComplaint(): (reason: Error) => void {
  let last = '';
  return ({ message }) => {
    if (message !== last) process.stderr.write(`Redis: ${message}\n`);
    last = message;
  };
}
