/** Subject of a verdict. */
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

/** A verdict on an address. */
export interface Verdict {
  rule: CheckRule;
  /** `error`: outcomes will be lost. `warning`: look at it. `ok`: as it should be. */
  level: 'error' | 'warning' | 'ok';
  /** The finding, in a sentence. Never holds the value of a token. */
  sentence: string;
  /** The change to make. Empty for `ok`. */
  advice: string;
}

/** Returns a verdict on a mistake that loses outcomes. */
export const error = (rule: CheckRule, sentence: string, advice: string): Verdict => ({
  rule,
  level: 'error',
  sentence,
  advice,
});

/** Returns a verdict on something to look at. */
export const warning = (rule: CheckRule, sentence: string, advice: string): Verdict => ({
  rule,
  level: 'warning',
  sentence,
  advice,
});

/** Returns a verdict on something that is right. */
export const ok = (rule: CheckRule, sentence: string): Verdict => ({
  rule,
  level: 'ok',
  sentence,
  advice: '',
});
