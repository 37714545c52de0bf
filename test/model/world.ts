import assert from 'node:assert/strict';
import { attemptOnLeave, attemptReport } from '../../src/browser/endlink/attempt.ts';
import { synchronizeReport } from '../../src/browser/endlink/attempt.ts';
import {
  isOpen,
  isUnsettled,
  isWaiting,
  requestOutcome,
} from '../../src/browser/endlink/lifecycle.ts';
import type { Answer, AttemptKind } from '../../src/browser/endlink/lifecycle.ts';
import type { Via } from '../../src/browser/endlink/options.ts';
import type { EndlinkRecord, UnsettledRecord } from '../../src/browser/endlink/record.ts';
import { takeSteps } from '../../src/browser/endlink/take-steps.ts';
import type { AttemptContext } from '../../src/browser/endlink/take-steps.ts';
import type { Outcome } from 'vaultlink/protocol';
import { Network } from './network.ts';
import { SharedLock } from './shared-lock.ts';
import { SharedMark } from './shared-mark.ts';
import { assertNoStepBack, attemptKindOf, drainMicrotasks, newPage, PageCrash } from './tab.ts';
import { recordOf } from './tab.ts';
import type { Page, Step, Tab } from './tab.ts';

const TOKEN = 't';

/** A browser with several tabs that hold one token, and the service behind an unreliable network. */
export class World {
  readonly tabs: Tab[] = [];
  readonly network: Network;
  /** Every outcome that a page requested. */
  readonly requested = new Set<Outcome>();
  /** Whether a page has read a final answer and finished its attempt. Nothing may be sent afterwards. */
  #isFinished = false;
  /** How many pages crashed in an attempt, and so may have stored one more attempt than they made. */
  #crashedAttempts = 0;
  /** The first broken expectation: the code under test might swallow an error that a port throws. */
  #failure: unknown;
  /** How often a step has let the code of a page run. */
  #continued = 0;
  readonly #mark: SharedMark;
  readonly #canDuplicate: boolean;
  readonly #lock = new SharedLock();

  /** @param setup `hasMark: false` blocks localStorage: use one tab. `isUsed`: another browser has used the token before */
  constructor({ tabs = 2, hasMark = true, isUsed = false } = {}) {
    this.network = new Network(isUsed);
    this.#mark = new SharedMark(!hasMark);
    this.#canDuplicate = hasMark;
    for (let count = 0; count < tabs; count += 1) {
      this.#addTab(`{"token":"${TOKEN}"}`);
    }
  }

  readonly records = (): EndlinkRecord[] => this.tabs.map((tab) => recordOf(tab));

  async take(step: Step): Promise<void> {
    const before = this.tabs.map((tab) => ({ tab, record: recordOf(tab) }));
    const continued = this.#continued;
    this.#take(step);
    if (this.#continued === continued) return;
    await drainMicrotasks();
    if (this.#failure) throw this.#failure as Error;
    for (const { tab, record } of before) assertNoStepBack(record, recordOf(tab));
    this.#check();
  }

  /** Lets everything continue over a network that works, and each tab take over what others know, until nothing is left to do. */
  async calmDown(): Promise<void> {
    await this.#finishReports();
    for (const tab of this.tabs.keys()) {
      await this.take({ kind: 'synchronize', tab });
      for (let port = 0; port < 2; port += 1) await this.take({ kind: 'proceed', tab });
    }
    await this.#finishReports();
  }

  async #finishReports(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      for (const tab of this.tabs.keys()) {
        await this.take({ kind: 'open', tab });
        await this.take({ kind: 'proceed', tab });
      }
      while (this.network.inFlight.length > 0) {
        await this.take({ kind: 'process', request: 0, fate: 'answered' });
        await this.take({ kind: 'answer', request: 0 });
      }
      if (!this.tabs.some((tab) => tab.page.isBusy || isUnsettled(recordOf(tab)))) return;
    }
    assert.fail('a report is still open after the network has worked for long');
  }

  #addTab(stored: string, via?: Via): Tab {
    const tab = { stored, via } as Tab;
    tab.page = newPage(tab);
    this.tabs.push(tab);
    return tab;
  }

  #take(step: Step): void {
    if (step.kind === 'process') {
      this.network.process(step.request, step.fate);
      return;
    }
    if (step.kind === 'answer') {
      if (this.network.answer(step.request)) this.#continued += 1;
      return;
    }
    const tab = this.tabs[step.tab % this.tabs.length];
    assert.ok(tab);
    const { page } = tab;
    if (step.kind === 'open' && !page.isAlive) {
      tab.page = newPage(tab);
      this.#attempt(tab.page);
    }
    if (!page.isAlive) return;
    if (step.kind === 'report') this.#report(page, step);
    else if (step.kind === 'proceed') this.#proceed(page);
    else if (step.kind === 'giveUp') this.#proceed(page, true);
    else if (step.kind === 'synchronize') this.#synchronize(page);
    else if (step.kind === 'leave') this.#leave(page);
    else if (step.kind === 'duplicate') this.#duplicate(tab);
    else if (step.kind === 'crash') this.#crash(page, step.afterCalls);
  }

  #duplicate(tab: Tab): void {
    if (this.#canDuplicate && this.tabs.length < 3)
      this.#attempt(this.#addTab(tab.stored, tab.via).page);
  }

  #crash(page: Page, afterCalls: number): void {
    if (afterCalls === 0) this.#stop(page);
    page.callsBeforeCrash = afterCalls;
  }

  #report(page: Page, { outcome, via }: Extract<Step, { kind: 'report' }>): void {
    const { tab } = page;
    const record = recordOf(tab);
    this.#continued += 1;
    this.requested.add(outcome);
    if (isWaiting(record) || isOpen(record)) tab.via = via ?? tab.via;
    tab.stored = JSON.stringify(requestOutcome(record, record.outcome ?? outcome, via));
    this.#attempt(page);
  }

  /** Makes an attempt, like a page that opens, retries or is asked to report. */
  #attempt(page: Page): void {
    if (!isUnsettled(recordOf(page.tab))) return;
    const kind = attemptKindOf(page.tab);
    this.#run(page, async () => {
      const answer = await takeSteps(attemptReport(kind), this.#contextOf(page, kind));
      this.#checkAttempt(page, answer);
    });
  }

  #synchronize(page: Page): void {
    this.#run(page, async () => {
      await takeSteps(synchronizeReport(), this.#contextOf(page));
      // Beside a tab that has given the lock up, another one may still wait, and write its result last.
      if (this.#lock.hasBeenGivenUp) return;
      const isSending = this.tabs.some((tab) => tab.page.isAlive && tab.page.isSending);
      assert.ok(!isSending, 'a tab takes over a report while another one waits for its answer');
      if (this.#isFinished)
        assert.ok(!isOpen(recordOf(page.tab)), 'the tab does not know the result of another one');
    });
  }

  #run(page: Page, run: () => Promise<void>): void {
    if (page.isBusy) return;
    page.isBusy = true;
    this.#continued += 1;
    run().then(
      () => (page.isBusy = false),
      (error: unknown) => {
        if (!(error instanceof PageCrash)) this.#failure ??= error;
      },
    );
  }

  /** Lets a page continue with what it waits for, or try again. @param givesUp whether it has waited for the lock for too long */
  #proceed(page: Page, givesUp = false): void {
    const { pending } = page;
    if (!pending) {
      this.#attempt(page);
    } else if (
      pending.port !== 'lock' ||
      (givesUp ? this.#lock.giveUp(page) : this.#lock.take(page))
    ) {
      if (pending.port !== 'lock') this.#mark.synchronize();
      page.pending = undefined;
      this.#continued += 1;
      pending.resume();
    }
  }

  /** The page is left: it may send once more, no longer waits for another tab, and reads no answers. */
  #leave(page: Page): void {
    this.#continued += 1;
    const kind = attemptKindOf(page.tab);
    if (!page.isSending)
      takeSteps(attemptOnLeave(kind), this.#contextOf(page, kind)).catch((error: unknown) => {
        if (!(error instanceof PageCrash)) this.#failure ??= error;
      });
    if (page.pending?.port === 'other tab') this.#proceed(page);
    // Its promises continue before it is gone.
    void drainMicrotasks().then(() => this.#stop(page));
  }

  #stop(page: Page): void {
    page.isAlive = false;
    this.#lock.release(page);
  }

  #contextOf(page: Page, kind: AttemptKind = 'direct'): AttemptContext {
    /** Runs one port of a page that is alive, and lets the page crash right after it if its time has come. */
    const call = <Result>(port: () => Result): Result => {
      if (!page.isAlive) throw new PageCrash();
      const result = port();
      page.callsBeforeCrash -= 1;
      if (page.callsBeforeCrash !== 0) return result;
      this.#crashedAttempts += 1;
      this.#stop(page);
      throw new PageCrash();
    };
    const wait = (port: 'lock' | 'other tab') =>
      new Promise<void>((resume) => (page.pending = { port, resume }));
    return {
      lock: async (run) => {
        await call(() => wait('lock'));
        const result = await run();
        call(() => this.#lock.release(page));
        return result;
      },
      read: () =>
        call(() => ({ record: recordOf(page.tab), mark: this.#mark.read(page.tab, TOKEN) })),
      wait: () => call(() => wait('other tab')),
      record: (record) => call(() => void (page.tab.stored = JSON.stringify(record))),
      mark: (record) => call(() => this.#mark.write(page.tab, record)),
      send: (record) => call(async () => ({ answer: await this.#send(page, record, kind) })),
    };
  }

  #send(page: Page, { outcome, attempts }: UnsettledRecord, kind: AttemptKind) {
    try {
      const isLate = this.#isFinished && !this.#lock.hasBeenGivenUp;
      assert.ok(!isLate, 'a request leaves after a final answer');
      const stored = recordOf(page.tab);
      assert.equal(stored.outcome, outcome, 'the outcome is not locked');
      assert.equal(stored.attempts, attempts, 'the attempt is not stored');
      const count = this.network.sent.length + 1;
      assert.ok(
        attempts >= count && attempts <= count + this.#crashedAttempts,
        `request ${count} is stored as attempt ${attempts}`,
      );
    } catch (error) {
      this.#failure ??= error;
    }
    page.isSending = true;
    return this.network.send(page, outcome, kind);
  }

  /** Checks what holds when an attempt has returned and its page is alive. */
  #checkAttempt(page: Page, answer: Answer | undefined): void {
    const record = recordOf(page.tab);
    if (!answer) {
      assert.ok(!isOpen(record), 'an attempt sends nothing although the report is open');
      return;
    }
    assert.ok(!isWaiting(record), 'the record has lost its outcome');
    const { status, delivery } = answer;
    const { state, probablyRecorded } = record;
    this.#isFinished ||= !isUnsettled(record);
    // The result of the other tab may be the one that counts.
    if (this.#lock.hasBeenGivenUp) return;
    assert.equal(record.result, state);
    if (delivery === 'accepted') assert.equal(state, 'accepted');
    // A question without a readable answer changes nothing.
    if (state === 'accepted') return;
    assert.equal(record.status, status);
    if (status === 200) assert.equal(state, 'confirmed');
    else if (status === 422) assert.ok(state === 'rejected' || probablyRecorded, state);
    else assert.ok(state === 'unknown' && !probablyRecorded, state);
  }

  /** Checks what holds at every moment. */
  #check(): void {
    const { sent, counted } = this.network;
    assert.ok(new Set(sent).size <= 1, `two outcomes left: ${sent.join()}`);
    for (const outcome of sent)
      assert.ok(this.requested.has(outcome), 'nobody requested the outcome');
    const sending = this.tabs.filter(({ page }) => page.isAlive && page.isSending);
    const most = this.#lock.hasBeenGivenUp ? 2 : 1;
    assert.ok(sending.length <= most, `${sending.length} pages wait for an answer`);
    for (const tab of this.tabs) {
      const record = recordOf(tab);
      const { outcome, state } = record;
      if (!isWaiting(record)) assert.equal(record.via, tab.via, 'the requested way is lost');
      if (state === 'confirmed') assert.equal(counted, outcome);
      if (state === 'rejected') assert.equal(counted, 'elsewhere', 'rejected but counted');
    }
  }
}
