import { nameOfEntry } from '../endlink/history-entry.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import { isTurboPreview } from '../parsed-page.ts';
import { whenRenderedAgain } from './rendered.ts';

/**
 * For which token an element reports. In an app of one page, an element may still be mounted when another token lands: it belongs to that one once
 * it is, after the landing, mounted, shown after it was hidden, navigated to, given an outcome, or told to report.
 */
export class TokenOwnership {
  readonly #element: Element;
  readonly #engine: EndlinkEngine;
  readonly #onClaim: () => void;
  #token: string | undefined;
  /** The history entry in which the element was claimed while nobody knew to which token that entry belongs. */
  #unknownEntry: string | undefined;
  /** The token that has landed since, and the history entry that it landed in. */
  #landing: { token: string; entry: string } | undefined;
  #stopWatching: (() => void) | undefined;

  /**
   * Makes the element one of the tab's token.
   *
   * @param onClaim called when the element has become one of another token by being shown
   */
  constructor(element: Element, engine: EndlinkEngine, onClaim: () => void) {
    this.#element = element;
    this.#engine = engine;
    this.#onClaim = onClaim;
    this.claim();
  }

  /** Returns whether the element may report by itself now. */
  get isOfTab(): boolean {
    return this.#token === this.#engine.token() && !this.#engine.page.isEntryUnknown;
  }

  /** Makes the element one of the tab's token, and one of a preview that of none. Where the page's token is not known yet, the element follows it. */
  claim(): void {
    this.#unknownEntry = this.#engine.page.isEntryUnknown ? nameOfEntry() : undefined;
    this.#token = isTurboPreview()
      ? 'preview'
      : this.#unknownEntry
        ? undefined
        : this.#engine.token();
    this.release();
  }

  /** Stops watching. */
  release(): void {
    this.#landing = undefined;
    this.#stopWatching?.();
  }

  /** Looks which token is the tab's now. The first one is the element's, wherever it was mounted before. */
  follow(): void {
    const token = this.#engine.token();
    if (!token || this.#engine.page.isEntryUnknown) return;
    // An element that was claimed in an entry which stayed unknown belongs to no known token, once the seller has left that entry.
    if (this.#unknownEntry && this.#unknownEntry !== nameOfEntry()) this.#token = 'unknown';
    this.#unknownEntry = undefined;
    const isNavigatedTo = this.#landing?.token === token && this.#landing.entry !== nameOfEntry();
    if (!this.#token || token === this.#token || isNavigatedTo) this.claim();
    else if (this.#landing?.token !== token) this.#watch(token);
  }

  #watch(token: string): void {
    this.release();
    this.#landing = { token, entry: nameOfEntry() };
    this.#stopWatching = whenRenderedAgain(this.#element, () => {
      this.claim();
      this.#onClaim();
    });
  }
}
