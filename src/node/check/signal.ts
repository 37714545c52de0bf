/** Notifies waiting callers that something has changed. */
export interface Signal {
  notify: () => void;
  /** Resolves when a condition holds, or after `timeoutMs`. */
  until: (condition: () => boolean, timeoutMs: number) => Promise<void>;
}

/** Creates a signal. It evaluates all conditions after each `notify()`. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    until: (condition, timeoutMs) =>
      new Promise((resolve) => {
        const end = () => {
          listeners.delete(look);
          clearTimeout(timer);
          resolve();
        };
        const look = () => {
          if (condition()) end();
        };
        const timer = setTimeout(end, Math.max(0, timeoutMs));
        listeners.add(look);
        look();
      }),
  };
}
