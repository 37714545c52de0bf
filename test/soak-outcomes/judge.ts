import type { Played } from './play.ts';

/** The figures of a run. */
export interface Figures {
  /** Outcomes that the backend has said it has. */
  promised: number;
  /** Of these, those that the service has not counted. */
  lost: number;
  /** Tokens for which the service has counted an outcome that the page did not report first, or more than one. */
  wrong: number;
  /** Promised outcomes that have not ended. */
  unsettled: number;
  /** Ends that say something else than the service knows. */
  misjudged: number;
  probablyRecorded: number;
}

/** Compares what the backend says with what the service knows. */
export function figuresOf({ sellers, records, countedOf }: Played): Figures {
  const promised = sellers.filter((seller) => seller.isPromised());
  const recordOf = ({ token }: { token: string }) => records.get(token);
  const isCounted = ({ token }: { token: string }) => countedOf(token).length > 0;
  return {
    promised: promised.length,
    lost: promised.filter((seller) => !isCounted(seller)).length,
    wrong: sellers.filter((seller) => {
      const counted = countedOf(seller.token);
      return (
        seller.hasBroken() || counted.length > 1 || counted.some((one) => one !== seller.outcome)
      );
    }).length,
    unsettled: promised.filter((seller) => recordOf(seller)?.settledAtMs === undefined).length,
    misjudged: sellers.filter((seller) => {
      const state = recordOf(seller)?.state;
      const saysCounted = state === 'confirmed' || state === 'probably_recorded';
      return state !== undefined && state !== 'undelivered' && saysCounted !== isCounted(seller);
    }).length,
    probablyRecorded: sellers.filter((seller) => recordOf(seller)?.state === 'probably_recorded')
      .length,
  };
}

/** Returns a sentence for each goal that a run has missed. */
export const missedGoals = ({ lost, wrong, unsettled, misjudged }: Figures): string[] =>
  [
    lost && `${lost} outcomes that were accepted are lost`,
    wrong && `${wrong} tokens have another outcome, or more than one`,
    unsettled && `${unsettled} outcomes that were accepted have not ended`,
    misjudged && `${misjudged} outcomes ended otherwise than the service knows`,
  ].filter((sentence) => typeof sentence === 'string');
