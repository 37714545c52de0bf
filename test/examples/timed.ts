/** Does something that takes a while, and prints how long it took. */
export async function timed<Result>(title: string, action: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  const result = await printFailure(action);
  console.log(`${title} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Prints at once why something failed: the report of all tests comes much later. */
export async function printFailure<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    console.log((error as Error).message);
    throw error;
  }
}
