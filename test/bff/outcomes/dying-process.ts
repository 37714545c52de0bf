import type { Outbox, Store } from 'vaultlink/bff';
import { outboxOf } from './setup.ts';
import type { SpendingService } from './setup.ts';

/** Moment at which a process dies: before the step, or after the step has taken effect but before its result is known. */
export type Moment = 'before' | 'after';

/** A process whose steps are counted, and which dies at one of them. */
export class DyingProcess {
  readonly steps: string[] = [];
  #isDead = false;
  /** Resolves when the process dies. */
  readonly death: Promise<void>;
  #die: () => void = () => undefined;
  readonly #deathStep: number;
  readonly #moment: Moment;

  /** @param deathStep number of the step at which it dies, from 1; 0: it does not */
  constructor(deathStep: number, moment: Moment) {
    this.#deathStep = deathStep;
    this.#moment = moment;
    this.death = new Promise((resolve) => {
      this.#die = () => {
        this.#isDead = true;
        resolve();
      };
    });
  }

  hasDied(): boolean {
    return this.#isDead;
  }

  /** Takes a step, unless the process is dead. What a dead process waits for never comes. */
  async step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const dies = this.steps.push(name) === this.#deathStep;
    if (this.hasDied()) return new Promise(() => undefined);
    if (dies && this.#moment === 'before') this.#die();
    if (!this.hasDied()) {
      const [end] = await Promise.allSettled([(async () => work())()]);
      if (dies) this.#die();
      if (!this.hasDied() && end.status === 'fulfilled') return end.value;
      if (!this.hasDied() && end.status === 'rejected') throw end.reason;
    }
    return new Promise(() => undefined);
  }

  /** Wraps each write of an outbox as a step. Reads are none: they change nothing. */
  wrapStore(store: Store): Store {
    const outbox = outboxOf(store);
    const wrapped: Outbox = {
      ...outbox,
      accept: (row, lease) => this.step('accept', () => outbox.accept(row, lease)),
      claim: (kind, nowMs, limit, lease) =>
        this.step('claim', () => outbox.claim(kind, nowMs, limit, lease)),
      begin: (key, lease) => this.step('begin', () => outbox.begin(key, lease)),
      save: (row, owner) => this.step('save', () => outbox.save(row, owner)),
    };
    return { ...store, outbox: wrapped };
  }

  wrapService({ fetch }: Pick<SpendingService, 'fetch'>): Pick<SpendingService, 'fetch'> {
    return { fetch: (url) => this.step('request', () => fetch(url)) };
  }
}
