/** A promise that a test resolves, such as when something may go on. */
export function createSignal() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { promise, resolve: () => resolve(undefined) };
}
