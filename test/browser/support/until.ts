/** Calls `look` in each frame until it returns a true value. If it never does, the time limit of the test ends the wait. */
export async function until<Value>(look: () => Value): Promise<NonNullable<Value>> {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
}

/** Waits for five frames. By then the page has done all that it had begun and that needs neither the network nor a longer timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(requestAnimationFrame);
}

/** Creates a promise that is fulfilled by a call. */
export function held<Value = void>(): { promise: Promise<Value>; give: (value: Value) => void } {
  let give!: (value: Value) => void;
  const promise = new Promise<Value>((resolve) => (give = resolve));
  return { promise, give };
}
