/** The service broke the rule. The message says what was seen. */
export class RuleBroken extends Error {}

/** The rule could not be tested. The message says what it needs. */
export class NotTested extends Error {}

/** The result of one rule. */
export type Verdict = 'passed' | 'failed' | 'not tested';
