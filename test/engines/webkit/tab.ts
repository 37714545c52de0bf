import type { Method, WebDriver } from '../../support/web-driver.ts';
import { find } from './in-page.ts';
import type { Sight, Step } from './in-page.ts';
import { until } from './until.ts';

/** A page, or a frame in it. */
export interface Place {
  tab: Tab;
  /** Which frame of the tab, by its number or by the way to its element; none: the page itself. */
  frame?: number | readonly Step[] | undefined;
}

/** An element on its way from the page. @see https://www.w3.org/TR/webdriver2/#elements */
export type ElementReference = Record<string, string>;

/** What was found: the elements, and what is to be seen of them. */
export interface Found {
  elements: ElementReference[];
  sights: Sight[];
}

/** The script that finds elements: its argument are the steps. */
const FINDING = `return { href: location.href, ...(${String(find)})(arguments[0]) };`;

/** What a page has said in its console. */
export interface Line {
  type: 'console' | 'pageerror';
  text: string;
}

/** What comes back with every look at a page. */
interface Answer {
  href: string;
  lines?: Line[];
  value?: unknown;
  error?: string;
  /** It is not settled yet: the number under which it will be. */
  job?: number;
}

/** One window at a time is the driver's; each command says which it means. */
export class Switch {
  readonly driver: WebDriver;
  #last: Promise<unknown> = Promise.resolve();
  #handle = '';
  #isInFrame = false;

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  /** Runs commands in a place, after those that were asked for before. */
  run<Value>(place: Place, commands: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(async () => {
      await this.#goTo(place);
      return commands();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #goTo({ tab, frame }: Place): Promise<void> {
    const { command } = this.driver;
    if (this.#handle !== tab.handle) await command('POST', 'window', { handle: tab.handle });
    if (this.#isInFrame) await command('POST', 'frame', { id: null });
    this.#handle = tab.handle;
    this.#isInFrame = frame !== undefined;
    if (frame === undefined) return;
    await command('POST', 'frame', {
      id: typeof frame === 'number' ? frame : await this.#find(frame),
    });
  }

  async #find(steps: readonly Step[]): Promise<ElementReference | undefined> {
    const found = { script: FINDING, args: [steps] };
    const { elements } = await this.driver.command<{ elements: ElementReference[] }>(
      ...(['POST', 'execute/sync', found] as const),
    );
    return elements[0];
  }
}

/** The script that looks: `expression` may return a promise, which is waited for outside, so that nobody else waits. */
const looking = (expression: string) => `
  const jobs = (window[Symbol.for('jobs')] ??= []);
  const tell = (more) => JSON.stringify({
    href: location.href, lines: window[Symbol.for('lines')]?.splice(0), ...more,
  });
  const value = ${expression};
  if (typeof value?.then !== 'function') return tell({ value });
  const job = jobs.push({ job: jobs.length }) - 1;
  value.then(
    (value) => (jobs[job] = { value }),
    (error) => (jobs[job] = { error: [error, error?.stack].join(' ') }),
  );
  return tell(jobs[job]);`;

/** A window of the browser. */
export class Tab {
  readonly handle: string;
  /** Where it was when it was last looked at. */
  url = 'about:blank';
  readonly #switch: Switch;
  readonly #onLine: (line: Line) => void;

  constructor(handle: string, switcher: Switch, onLine: (line: Line) => void) {
    this.handle = handle;
    this.#switch = switcher;
    this.#onLine = onLine;
  }

  /** A command of WebDriver's in one of its places. */
  command<Value>(place: Place, method: Method, path: string, body?: object): Promise<Value> {
    return this.#switch.run(place, () => this.#switch.driver.command(method, path, body));
  }

  /** Runs the body of a function. */
  execute<Value>(place: Place, script: string, ...args: unknown[]): Promise<Value> {
    return this.command(place, 'POST', 'execute/sync', { script, args });
  }

  /** What is there. */
  async find(place: Place, steps: readonly Step[]): Promise<Found> {
    const { href, ...found } = await this.execute<Found & Answer>(place, FINDING, steps);
    if (place.frame === undefined) this.url = href;
    return found;
  }

  /** The value of an expression, once that is settled. */
  async evaluate(place: Place, expression: string): Promise<unknown> {
    const look = async (expression: string) => {
      const text = await this.execute<string>(place, looking(expression));
      const answer = JSON.parse(text) as Answer;
      if (place.frame === undefined) this.url = answer.href;
      answer.lines?.forEach(this.#onLine);
      return answer;
    };
    let answer = await look(expression);
    if (answer.job !== undefined) {
      const gone = { error: 'The page has gone.' };
      const again = `jobs[${answer.job}]`;
      const settled = await until(
        expression,
        async () => ((await look(again)).value ?? gone) as Partial<Answer>,
        ({ job }) => job === undefined,
      );
      answer = { ...answer, ...settled };
    }
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }
}
