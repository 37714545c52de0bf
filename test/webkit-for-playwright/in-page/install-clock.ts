// `installClock` is sent to the page as its own source text, so it uses nothing outside itself but types.

/** Replaces the clock and the timers of the page. They run in real time until a test pauses them; then only the test moves them. */
export function installClock(): void {
  const real = {
    Date,
    setTimeout: setTimeout.bind(window),
    clearTimeout: clearTimeout.bind(window),
  };
  interface Timer {
    dueMs: number;
    everyMs?: number;
    run: () => void;
    real?: ReturnType<typeof setTimeout>;
  }
  const timers = new Map<number, Timer>();
  let lastId = 0;
  let pausedMs: number | undefined;
  const nowMs = () => pausedMs ?? real.Date.now();

  const fire = (id: number, timer: Timer) => {
    timers.delete(id);
    if (timer.everyMs !== undefined) schedule(id, { ...timer, dueMs: nowMs() + timer.everyMs });
    timer.run();
  };
  const schedule = (id: number, timer: Timer) => {
    timers.set(id, timer);
    if (pausedMs === undefined)
      timer.real = real.setTimeout(() => fire(id, timer), timer.dueMs - nowMs());
  };
  const stopTimer = (id: number) => {
    real.clearTimeout(timers.get(id)?.real);
    timers.delete(id);
  };
  const startTimer =
    (repeats: boolean) =>
    (run: (...parameters: unknown[]) => void, ms = 0, ...parameters: unknown[]) => {
      lastId += 1;
      schedule(lastId, {
        dueMs: nowMs() + ms,
        ...(repeats && { everyMs: ms }),
        run: () => run(...parameters),
      });
      return lastId;
    };
  /** Sets the time, and runs each timer that is due by then once. */
  const setTime = (ms: number) => {
    pausedMs = ms;
    const due = [...timers].filter(([, { dueMs }]) => dueMs <= ms);
    for (const [id, timer] of due.sort(([, a], [, b]) => a.dueMs - b.dueMs))
      if (timers.has(id)) fire(id, timer);
  };

  class PageDate extends real.Date {
    static override now = nowMs;
    constructor(...parameters: unknown[]) {
      super(...((parameters.length ? parameters : [nowMs()]) as []));
    }
  }
  Object.assign(window, {
    Date: PageDate,
    setTimeout: startTimer(false),
    setInterval: startTimer(true),
    clearTimeout: stopTimer,
    clearInterval: stopTimer,
  });
  Object.defineProperty(window, Symbol.for('clock'), {
    value: {
      pauseAt(ms: number) {
        for (const timer of timers.values()) real.clearTimeout(timer.real);
        setTime(ms);
      },
      fastForward: (ms: number) => setTime(nowMs() + ms),
    },
  });
}
