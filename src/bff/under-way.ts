import type { VaultEvent } from './config/bff-options.ts';

/** Work that must not be cut: a code counts once, and a refresh whose answer nobody keeps is a grant that is lost. */
export interface UnderWay {
  /** Lets `work` come to its end, whoever goes away meanwhile. @returns `work` itself */
  add<T>(work: Promise<T>): Promise<T>;
  /** Waits until there is none. That can take for ever where the store never returns: whoever shuts down decides how long to wait. */
  drain(): Promise<void>;
}

/**
 * @param waitUntil keeps the platform from stopping; see `VaultBffOptions.waitUntil`
 * @param tell gets one event `failed` where `waitUntil` throws, the first time
 */
export function createUnderWay(
  waitUntil?: (promise: Promise<void>) => void,
  tell?: (event: VaultEvent) => void,
): UnderWay {
  const works = new Set<Promise<void>>();
  let isTold = false;

  /** Nothing ends for it: outside a request some platforms know nothing to wait for. */
  function notAwaited(): void {
    if (isTold) return;
    isTold = true;
    const detail =
      'waitUntil threw: what is under way when a response is given may be cut off. A method of an object is to be called on it: (promise) => context.waitUntil(promise).';
    tell?.({ type: 'failed', where: 'waitUntil', code: 'configuration_error', detail });
  }

  return {
    add(work) {
      const end = () => void works.delete(ended);
      const ended: Promise<void> = work.then(end, end);
      works.add(ended);
      try {
        waitUntil?.(ended);
      } catch {
        notAwaited();
      }
      return work;
    },
    async drain() {
      while (works.size) await Promise.all(works);
    },
  };
}
