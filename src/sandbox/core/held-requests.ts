/** The requests that are held: by a fault, or by a seller who is always answered late. */
export interface HeldRequests {
  /** Returns their number. */
  count(): number;
  /** Holds a request until it is released, or for `ms`. Resolves with `false` if the connection shall be dropped instead. */
  hold(ms?: number): Promise<boolean>;
  /** Continues every held request. @returns their number */
  release(): number;
  /** Drops the connection of every held request. */
  drop(): void;
}

/** Creates the list of held requests, which is empty at first. */
export function createHeldRequests(): HeldRequests {
  let held: ((isContinued: boolean) => void)[] = [];

  function settleAll(isContinued: boolean): number {
    const settled = held;
    held = [];
    for (const settle of settled) settle(isContinued);
    return settled.length;
  }

  return {
    count: () => held.length,
    hold: (ms) =>
      new Promise((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(() => settle(true), ms);
        const settle = (isContinued: boolean) => {
          clearTimeout(timer);
          held = held.filter((one) => one !== settle);
          resolve(isContinued);
        };
        held.push(settle);
      }),
    release: () => settleAll(true),
    drop: () => void settleAll(false),
  };
}
