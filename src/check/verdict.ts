/** The rules, in the order in which they are shown. */
export const RULES = {
  landing: 'Landing page',
  consent: 'Consent banner',
  tag: 'Script tag',
  order: 'Tag comes first',
  parts: 'Parts are served',
  captured: 'Token captured',
  reload: 'At this visit',
  scrubbed: 'Address is clean',
  kept: 'Token kept',
  referer: 'No Referer leak',
  'third-party': 'No third party',
  'second-request': 'No second request',
  steps: 'Clicks',
  reported: 'Reported once',
  way: 'Way',
  answer: 'Answer',
  outcome: 'Outcome',
  time: 'In time',
} as const;

/** The id of a rule. */
export type RuleId = keyof typeof RULES;

/** Result of a rule, in one word or two. */
export type Mark = 'yes' | 'no' | 'warning' | 'not checked';

/** Verdict of a rule. Never contains the token. */
export interface Verdict {
  rule: RuleId;
  title: string;
  mark: Mark;
  /** The observation, in a sentence. */
  saw: string;
  /** The change to make. Empty for a "yes". */
  advice: string;
}

/** Result of a rule, without the rule. */
export type Finding = Pick<Verdict, 'mark' | 'saw' | 'advice'>;

/** Returns the finding of a rule that is kept. */
export const yes = (saw: string): Finding => ({ mark: 'yes', saw, advice: '' });
/** Returns the finding of a rule that is broken. */
export const no = (saw: string, advice: string): Finding => ({ mark: 'no', saw, advice });
/** Returns the finding of a rule that is kept, with something to look at. */
export const warning = (saw: string, advice: string): Finding => ({ mark: 'warning', saw, advice });
/** Returns the finding of a rule that could not be checked. */
export const notChecked = (saw: string): Finding => ({ mark: 'not checked', saw, advice: '' });
