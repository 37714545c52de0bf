import type { OutcomeRecord } from '../../bff/index.ts';

/**
 * A state of an outcome, as a reader sees it. `unapproved`: it waits, because the buyer's own server has not answered yet. `unsent`: it is undelivered,
 * and no request was sent.
 */
export type ShownState = OutcomeRecord['state'] | 'unapproved' | 'unsent';

/** Words for a state. */
interface StateWords {
  /** Completes "The outcome is …". */
  label: string;
  /** Reason for the state, for somebody who has to answer a seller. */
  reason: string;
}

/** The words for each state, in the order in which an outcome can reach them. The command, its page and `docs/outcomes.md` show the same ones. */
export const STATE_WORDS: Readonly<Record<ShownState, StateWords>> = {
  waiting: {
    label: 'waiting',
    reason:
      'It is stored, and the service cannot have counted it yet. It is sent until the hour of its token is over.',
  },
  unapproved: {
    label: 'waiting for approval',
    reason: 'Your own server has not said yet whether it may be sent. It is asked again.',
  },
  sending: {
    label: 'being sent',
    reason: 'A request has left, and its answer is not known yet.',
  },
  unknown: {
    label: 'sent, no clear answer',
    reason:
      'The service may have counted it, but its answer was lost or unclear. The same outcome is sent again until the hour of its token is over.',
  },
  confirmed: { label: 'confirmed', reason: 'The service has accepted it.' },
  rejected: {
    label: 'rejected',
    reason:
      'The service refused the first request. The token was already used, was older than an hour, or is not one of the service.',
  },
  probably_recorded: {
    label: 'probably recorded',
    reason:
      'The service refused a request after an earlier one whose answer was lost. It has probably counted the earlier one, because a token works once.',
  },
  undelivered: {
    label: 'not delivered',
    reason:
      'The service gave no clear answer until the hour of the token was over, nor once more after it. Nobody knows whether it has counted the outcome.',
  },
  unsent: {
    label: 'not delivered, never sent',
    reason:
      'No request was sent until the hour of the token was over: your own server gave no answer, no process delivered, or the key of the outcome was missing.',
  },
  refused: {
    label: 'refused by approval',
    reason: 'Your own server said no, so nothing was sent.',
  },
};

/** Returns the state that a reader sees. */
export function shownStateOf({ state, isUnapproved, requests }: OutcomeRecord): ShownState {
  if (state === 'waiting' && isUnapproved) return 'unapproved';
  return state === 'undelivered' && !requests ? 'unsent' : state;
}

/** Returns why an outcome is in its state, with the status of the last answer if that says more. */
export function reasonOf(record: OutcomeRecord): string {
  const { reason } = STATE_WORDS[shownStateOf(record)];
  const { status, state } = record;
  return status === undefined || state === 'confirmed'
    ? reason
    : `${reason} The last answer had status ${status}.`;
}
