/** Work that must not be cut: a code counts once, and a refresh whose answer nobody keeps is a grant that is lost. */
export interface UnderWay {
  /** Lets `work` come to its end, whoever goes away meanwhile. @returns `work` itself */
  add<T>(work: Promise<T>): Promise<T>;
  /** Waits until there is none. That can take for ever where the store never returns: whoever shuts down decides how long to wait. */
  drain(): Promise<void>;
}

/** @param waitUntil keeps the platform from stopping; see `VaultBffOptions.waitUntil` */
export function createUnderWay(waitUntil?: (promise: Promise<void>) => void): UnderWay {
  const works = new Set<Promise<void>>();

  return {
    add(work) {
      const end = () => void works.delete(ended);
      const ended: Promise<void> = work.then(end, end);
      works.add(ended);
      try {
        waitUntil?.(ended);
      } catch {
        // Outside a request some platforms know nothing to wait for.
      }
      return work;
    },
    async drain() {
      while (works.size) await Promise.all(works);
    },
  };
}
