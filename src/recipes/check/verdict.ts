/** What is looked at. */
export type CheckRule =
  | 'empty'
  | 'whitespace'
  | 'scheme'
  | 'https'
  | 'shortener'
  | 'encoding'
  | 'host'
  | 'path'
  | 'outcome'
  | 'html'
  | 'parameter'
  | 'placeholder'
  | 'token'
  | 'fragment';

/** One finding. */
export interface Verdict {
  rule: CheckRule;
  /** `error`: outcomes will be lost. `warning`: look at it. `ok`: as it should be. */
  level: 'error' | 'warning' | 'ok';
  /** What was found. Never holds the value of a token. */
  sentence: string;
  /** What to change. Empty for `ok`. */
  advice: string;
}

/** Returns a finding that loses outcomes. */
export const error = (rule: CheckRule, sentence: string, advice: string): Verdict => ({
  rule,
  level: 'error',
  sentence,
  advice,
});

/** Returns a finding to look at. */
export const warning = (rule: CheckRule, sentence: string, advice: string): Verdict => ({
  rule,
  level: 'warning',
  sentence,
  advice,
});

/** Returns what is as it should be. */
export const ok = (rule: CheckRule, sentence: string): Verdict => ({
  rule,
  level: 'ok',
  sentence,
  advice: '',
});
