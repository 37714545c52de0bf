import type { VaultEvent } from './events.ts';

/** Work that must not be interrupted: a code is valid once, and a refresh whose response is lost costs the grant. */
export interface InFlightWork {
  /** Tracks `work` until it settles, even if its caller disconnects. @returns `work` itself */
  add<T>(work: Promise<T>): Promise<T>;
  /** Waits until no work is in flight. If the store never responds, this never resolves: callers need a timeout. */
  drain(): Promise<void>;
}

/**
 * Creates a tracker of work in flight.
 *
 * @param waitUntil keeps the platform running; see `VaultBffOptions.waitUntil`
 * @param emit receives one `failed` event the first time that `waitUntil` throws
 */
export function createInFlightWork(
  waitUntil?: (promise: Promise<void>) => void,
  emit?: (event: VaultEvent) => void,
): InFlightWork {
  const works = new Set<Promise<void>>();
  let isReported = false;

  /** The work continues: some platforms only support `waitUntil` within a request. */
  function reportWaitUntilFailure(): void {
    if (isReported) return;
    isReported = true;
    const detail =
      'waitUntil threw, so the platform may stop before work in flight is done. If waitUntil is a method, pass (promise) => context.waitUntil(promise).';
    emit?.({ type: 'failed', where: 'waitUntil', code: 'configuration_error', detail });
  }

  return {
    add(work) {
      const end = () => void works.delete(ended);
      const ended: Promise<void> = work.then(end, end);
      works.add(ended);
      try {
        waitUntil?.(ended);
      } catch {
        reportWaitUntilFailure();
      }
      return work;
    },
    async drain() {
      while (works.size) await Promise.all(works);
    },
  };
}
