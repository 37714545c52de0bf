import type { Outcome } from '../../protocol/endlink.ts';
import type { EndlinkOptions, ReportOptions } from './options.ts';
import type { record } from './record.ts';
import type { Answer } from './life.ts';
import type { Vaultlink } from './state.ts';

/** Answers a report in another way than the service. It never throws. */
type OtherAnswer<Result> = (options: EndlinkOptions, outcome: Outcome, token: string) => Result;

/** What the parts that are downloaded later offer to the others. */
interface Parts {
  /** `report.ts`: on every page of a seller who has a token. */
  report: { report: (outcome: unknown, how?: ReportOptions) => Promise<void> };
  /** `page.ts`: while a token waits for its outcome. It works by being loaded. */
  page: object;
  /** `relay.ts`: when a report goes by way of the buyer's server. */
  relay: { answer: OtherAnswer<Promise<Answer>> };
  /** `diagnostics.ts`: when something is wrong, and for a dry run. */
  diagnostics: {
    explain: (outcome: unknown, locked: string | undefined, emit: (type: string) => void) => void;
    answer: OtherAnswer<Answer | undefined>;
  };
}

/** Loads a part; `undefined` where it cannot be had now. It is then asked for again, and goes on where it was needed. */
export type Load = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name] | undefined>;

/** The page's {@link Vaultlink}, and what its parts need from each other. */
export interface EndlinkEngine extends Vaultlink {
  readonly options: EndlinkOptions;
  readonly load: Load;
  readonly record: typeof record;
  ready: Promise<void>;
  /** Takes the token from the page's address into the record. */
  readonly capture: () => void;
  /** What a survey tool left in the token's place. */
  placeholder?: string;
  /** Where events are dispatched. Default: the document; a finishing element takes its place. */
  target?: EventTarget;
}
