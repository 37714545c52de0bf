import { installClock } from './in-page/install-clock.ts';
import { PlaywrightObject } from './uncovered.ts';

/** The page whose clock it is. */
interface ClockedPage {
  addInitScript: (script: () => void) => void;
  /** Evaluates an expression in the page and in each of its frames. */
  evaluateEverywhere: (expression: string) => Promise<void>;
}

/** Playwright's `Clock`. */
export class Clock extends PlaywrightObject {
  readonly #page: ClockedPage;

  constructor(page: ClockedPage) {
    super();
    this.#page = page;
  }

  install(): void {
    this.#page.addInitScript(installClock);
  }

  pauseAt(ms: number): Promise<void> {
    return this.#page.evaluateEverywhere(`window[Symbol.for('clock')].pauseAt(${ms})`);
  }

  fastForward(ms: number): Promise<void> {
    return this.#page.evaluateEverywhere(`window[Symbol.for('clock')].fastForward(${ms})`);
  }
}
