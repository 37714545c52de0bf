/*
 * What runs inside the page. Each function is sent there as its own text, so it uses nothing of this file.
 */

/** How an element is looked for: each step among what the one before has found. */
export type Step =
  | { by: 'role'; role: string; name?: string | Pattern; level?: number }
  | { by: 'text' | 'label'; text: string; exact?: boolean }
  | { by: 'css'; selector: string }
  | { by: 'filter'; text: string }
  | { by: 'index'; index: number };

/** A regular expression, as it can be sent. */
interface Pattern {
  source: string;
  flags: string;
}

/** What is told of an element that was found. */
export interface Sight {
  text: string;
  visible: boolean;
  focused: boolean;
}

/** The elements that the steps lead to: themselves, and what is to be seen of them. Shadow roots are open to it. */
export function find(steps: Step[]): { elements: Element[]; sights: Sight[] } {
  const ROLES: Record<string, string> = {
    button: 'button, input[type=submit], [role=button]',
    link: 'a[href], [role=link]',
    heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
    status: 'output, [role=status]',
    definition: 'dd, [role=definition]',
  };
  const everything = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) =>
      one.shadowRoot ? [one, ...everything(one.shadowRoot)] : [one],
    );
  const isVisible = (one: Element): boolean => {
    // A slot has no box, but what is in it has.
    const place = document.createRange();
    place.selectNodeContents(one);
    const { display, visibility } = getComputedStyle(one);
    const { width, height } = (display === 'contents' ? place : one).getBoundingClientRect();
    return width > 0 && height > 0 && visibility === 'visible';
  };
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const says = (text: string, wanted: string, exact = false) =>
    exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
  const nameOf = (one: Element) => clean(one.getAttribute('aria-label') ?? one.textContent);
  const ofRole = ({ role, name, level }: Extract<Step, { by: 'role' }>, one: Element) =>
    one.matches(ROLES[role] ?? `[role=${role}]`) &&
    isVisible(one) &&
    (level === undefined || one.matches(`h${level}`)) &&
    (name === undefined ||
      (typeof name === 'string'
        ? says(nameOf(one), name)
        : new RegExp(name.source, name.flags).test(nameOf(one))));
  const hasText = (one: Element, text: string, exact?: boolean) =>
    !one.matches('script, style, head, head *') && says(clean(one.textContent), text, exact);
  /** Whether it is matched by the last selector, and lies below what the others match, outside of its shadow root, too. */
  const isBelow = (one: Element, selectors: string[]): boolean => {
    if (!one.matches(selectors.at(-1) ?? '')) return false;
    const others = selectors.slice(0, -1);
    for (let above: Node | null = one; others.length && above;) {
      above = above instanceof ShadowRoot ? above.host : above.parentNode;
      if (above instanceof Element && isBelow(above, others)) return true;
    }
    return !others.length;
  };
  const labelled = (label: Element): Element[] =>
    label instanceof HTMLLabelElement && label.control ? [label.control] : [];

  let found = everything(document);
  for (const step of steps) {
    if (step.by === 'role') found = found.filter((one) => ofRole(step, one));
    else if (step.by === 'css')
      found = found.filter((one) => isBelow(one, step.selector.split(' ')));
    else if (step.by === 'filter') found = found.filter((one) => hasText(one, step.text));
    else if (step.by === 'index') found = found.slice(step.index).slice(0, 1);
    else {
      const { text, exact } = step;
      const holding = found.filter((one) => hasText(one, text, exact));
      const smallest = holding.filter(
        (one) => !holding.some((other) => other.parentElement === one),
      );
      found =
        step.by === 'text'
          ? smallest
          : holding.filter((one) => one.matches('label')).flatMap((label) => labelled(label));
    }
  }
  const sights = found.map((one) => {
    const { activeElement } = one.getRootNode() as Document;
    return { text: one.textContent, visible: isVisible(one), focused: activeElement === one };
  });
  return { elements: found, sights };
}

/** Keeps what the page says, until it is taken. */
export function hear(): void {
  const lines: { type: 'console' | 'pageerror'; text: string }[] = [];
  Object.defineProperty(window, Symbol.for('lines'), { value: lines });
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const say = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      lines.push({ type: 'console', text: words.map(String).join(' ') });
      say(...words);
    };
  }
  const complain = (error: unknown) => lines.push({ type: 'pageerror', text: String(error) });
  addEventListener('error', ({ error, message }) => complain(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => complain(reason));
}

/** A clock that runs by itself until it is paused, and then only as it is told. */
export function ownClock(): void {
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
  let last = 0;
  let pausedMs: number | undefined;
  const nowMs = () => pausedMs ?? real.Date.now();

  const fire = (id: number, timer: Timer) => {
    timers.delete(id);
    if (timer.everyMs !== undefined) arm(id, { ...timer, dueMs: nowMs() + timer.everyMs });
    timer.run();
  };
  const arm = (id: number, timer: Timer) => {
    timers.set(id, timer);
    if (pausedMs === undefined)
      timer.real = real.setTimeout(() => fire(id, timer), timer.dueMs - nowMs());
  };
  const disarm = (id: number) => {
    real.clearTimeout(timers.get(id)?.real);
    timers.delete(id);
  };
  const begin =
    (repeats: boolean) =>
    (run: (...parameters: unknown[]) => void, ms = 0, ...parameters: unknown[]) => {
      last += 1;
      arm(last, {
        dueMs: nowMs() + ms,
        ...(repeats && { everyMs: ms }),
        run: () => run(...parameters),
      });
      return last;
    };
  /** Moves to a time, and has what is due by then happen once. */
  const moveTo = (ms: number) => {
    pausedMs = ms;
    const due = [...timers].filter(([, { dueMs }]) => dueMs <= ms);
    for (const [id, timer] of due.sort(([, a], [, b]) => a.dueMs - b.dueMs))
      if (timers.has(id)) fire(id, timer);
  };

  class OwnDate extends real.Date {
    static override now = nowMs;
    constructor(...parameters: unknown[]) {
      super(...((parameters.length ? parameters : [nowMs()]) as []));
    }
  }
  Object.assign(window, {
    Date: OwnDate,
    setTimeout: begin(false),
    setInterval: begin(true),
    clearTimeout: disarm,
    clearInterval: disarm,
  });
  Object.defineProperty(window, Symbol.for('clock'), {
    value: {
      pauseAt(ms: number) {
        for (const timer of timers.values()) real.clearTimeout(timer.real);
        moveTo(ms);
      },
      fastForward: (ms: number) => moveTo(nowMs() + ms),
    },
  });
}
