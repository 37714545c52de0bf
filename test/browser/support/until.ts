/** Waits, frame by frame, until `look` gives something true; the test's own time limit ends a wait in vain. */
export async function until<Value>(look: () => Value): Promise<NonNullable<Value>> {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
}

/** Lets everything happen that is under way and needs neither the network nor a timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(requestAnimationFrame);
}

/** Lets the page run the tasks that it has queued, and those that these queue. A timer of 0 ms is the last task of its queue, and no pause. */
export async function afterQueuedTasks(page: Window = window): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => page.setTimeout(resolve));
}

/** A promise that is fulfilled by hand. */
export function held<Value = void>(): { promise: Promise<Value>; give: (value: Value) => void } {
  let give!: (value: Value) => void;
  const promise = new Promise<Value>((resolve) => (give = resolve));
  return { promise, give };
}
