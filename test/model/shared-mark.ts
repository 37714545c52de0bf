import type { Mark } from '../../src/browser/endlink/lifecycle.ts';
import type { ReportedRecord } from '../../src/browser/endlink/record.ts';
import { readMark, writeMark } from '../../src/browser/endlink/token-lock.ts';
import type { Tab } from './tab.ts';

/** What `readMark` and `writeMark` find in localStorage. */
let stored: string | null = null;
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: {
    getItem: () => stored,
    setItem: (_: string, text: string) => (stored = text),
  },
});

/** The mark that the tabs share. A result may reach the other tabs later than the lock does. */
export class SharedMark {
  readonly #key: string | undefined;
  #mark: string | null = null;
  /** A result that other tabs cannot read yet, and the mark that they read instead. */
  #unseen: { writer: Tab; before: string | null } | undefined;

  /** @param isBlocked whether the page has no localStorage */
  constructor(isBlocked: boolean) {
    this.#key = isBlocked ? undefined : 'key';
  }

  read(tab: Tab, token: string): Mark | undefined {
    stored = this.#unseen && this.#unseen.writer !== tab ? this.#unseen.before : this.#mark;
    return readMark(this.#key, token);
  }

  write(tab: Tab, record: ReportedRecord): void {
    // What was written before a request has reached every tab when its answer comes.
    this.#unseen = record.result ? { writer: tab, before: this.#mark } : undefined;
    writeMark(this.#key, record);
    this.#mark = stored;
  }

  /** Lets every tab read the last result. */
  synchronize(): void {
    this.#unseen = undefined;
  }
}
