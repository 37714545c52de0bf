/** A failure of the network while a survey reports. */
export interface NetworkBreak {
  id: 'lost-answer' | 'cut' | 'overloaded' | 'slow';
  /** Label of the button. */
  name: string;
  /** Description of the failure between the page and the marketplace. */
  what: string;
  /** Description of what the seller sees. */
  seen: string;
  /** The body for `POST /sandbox/faults`. */
  fault: Readonly<Record<string, unknown>>;
}

/** Outcome whose reports fail. Restricting the fault to it keeps vaults that connect meanwhile unaffected. */
const outcome = 'complete';

/** Failures, the worst first: the service counts the report, and its response is lost. */
export const BREAKS: readonly NetworkBreak[] = [
  {
    id: 'lost-answer',
    name: 'Lose the answer',
    what: 'The marketplace counts the report. A gateway then loses its answer, and says 502.',
    seen: 'The page asks again. The marketplace answers that it has the report already.',
    fault: { kind: 'status', status: 502, processed: true, outcome },
  },
  {
    id: 'cut',
    name: 'Cut the connection',
    what: 'The connection breaks before the marketplace has counted anything.',
    seen: 'The page sends the same outcome again. Firefox does so by itself, before any page knows.',
    fault: { kind: 'drop', outcome },
  },
  {
    id: 'overloaded',
    name: 'Answer 503 twice',
    what: 'The marketplace is overloaded. It refuses two reports, and asks for a second of patience.',
    seen: 'The page waits as long as it is asked to, then sends again.',
    fault: { kind: 'status', status: 503, headers: { 'retry-after': '1' }, times: 2, outcome },
  },
  {
    id: 'slow',
    name: 'Answer slowly',
    what: 'The report is on its way for four seconds.',
    seen: 'The page says that it is reporting. Reload it meanwhile: the report still counts once.',
    fault: { kind: 'hold', outcome },
  },
];

/** Milliseconds for which a slow report is held. */
export const SLOW_MS = 4000;

/** Returns the failure with this id. */
export const breakOf = (id: unknown): NetworkBreak | undefined =>
  BREAKS.find((one) => one.id === id);
