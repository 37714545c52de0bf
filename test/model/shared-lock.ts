import type { Page } from './tab.ts';

/** The lock that the tabs share, and the second one, for a tab that has waited too long for the first. */
export class SharedLock {
  #holder: Page | undefined;
  #secondHolder: Page | undefined;
  /** Whether a tab has ever stopped waiting for the first lock. */
  hasBeenGivenUp = false;

  /** Gives the lock to a page, if it is free. */
  take(page: Page): boolean {
    if (this.#holder) return false;
    this.#holder = page;
    return true;
  }

  /** Gives the second lock to a page that waits for the first one in vain, if it is free. */
  giveUp(page: Page): boolean {
    if (!this.#holder || this.#secondHolder) return false;
    this.#secondHolder = page;
    this.hasBeenGivenUp = true;
    return true;
  }

  /** Takes a page's locks back. */
  release(page: Page): void {
    if (this.#holder === page) this.#holder = undefined;
    if (this.#secondHolder === page) this.#secondHolder = undefined;
  }
}
