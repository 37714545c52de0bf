/** The name of the function with which a page tells how long its timers take. */
export const TIMERS_FUNCTION = 'vaultlinkCheckTimers';

/** Options of {@link noteTimers}. */
export interface TimerOptions {
  /** The name of the global function, which returns the milliseconds until the last timer of the page is due, or until the page refreshes. */
  name: string;
  /** Milliseconds of the longest delay that counts. */
  longestMs: number;
}

/**
 * Notes the timers of a page: one of them may lead on, or report, some seconds later. Runs in each page before its scripts. Its source text is sent to
 * the browser, so it must use nothing from outside itself.
 */
export function noteTimers({ name, longestMs }: TimerOptions): void {
  if (window.top !== window) return;
  const { performance, Math } = window;
  const set = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  const dueAtMs = new Map<unknown, number>();
  const refreshMs = () => {
    const refresh = document.querySelector<HTMLMetaElement>('meta[http-equiv="refresh" i]');
    const ms = parseFloat(refresh?.content ?? '') * 1000;
    return ms <= longestMs ? ms : 0;
  };
  window.setTimeout = ((run: TimerHandler, delayMs = 0, ...values: unknown[]) => {
    if (typeof run !== 'function') return set(run, delayMs);
    const id = set(() => {
      dueAtMs.delete(id);
      (run as (...values: unknown[]) => void)(...values);
    }, delayMs);
    if (delayMs <= longestMs) dueAtMs.set(id, performance.now() + delayMs);
    return id;
  }) as typeof setTimeout;
  window.clearTimeout = (id) => {
    dueAtMs.delete(id);
    clear(id);
  };
  const timeLeft = () => Math.max(refreshMs(), ...dueAtMs.values()) - performance.now();
  Object.defineProperty(window, name, { value: timeLeft });
}
