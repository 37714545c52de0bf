import type { AttemptSteps, StepResult } from './attempt.ts';
import type { EndlinkRecord, ReportedRecord, UnsettledRecord } from './record.ts';

/** Functions by which a page takes each kind of step for one token. */
export interface AttemptContext {
  /** Runs `run` while no other tab, and no other copy of the script, works with the token. */
  lock: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Reads the tab's record of the token, and the mark of all tabs. */
  read: () => StepResult;
  /** Waits for a result that another tab may be writing at this moment. */
  wait: () => Promise<void>;
  /** Writes the tab's record. */
  record: (record: EndlinkRecord) => void;
  /** Writes the mark of all tabs. */
  mark: (record: ReportedRecord) => void;
  /** Makes one request. Never throws. */
  send: (record: UnsettledRecord) => Promise<StepResult>;
}

/**
 * Takes the steps of an attempt in this page. It pauses only where a step waits, so a page that is being left takes all steps up to its
 * request at once.
 *
 * @returns what the steps return
 */
export async function takeSteps<Result>(
  steps: AttemptSteps<Result>,
  context: AttemptContext,
): Promise<Result> {
  let result: StepResult = {};
  for (;;) {
    const { done, value: step } = steps.next(result);
    if (done) return step;
    if (step.kind === 'lock') return context.lock(() => takeSteps(steps, context));
    // Each kind of step takes the record that it comes with.
    const take = context[step.kind] as (record?: EndlinkRecord) => Taken | Promise<Taken>;
    const taken = take(step.record);
    // Do not look for a `Promise`: a script of the page may have replaced the class.
    const isWaiting = step.kind === 'wait' || step.kind === 'send';
    result = { ...(isWaiting ? await taken : (taken as Taken)) };
  }
}

type Taken = StepResult | undefined;
