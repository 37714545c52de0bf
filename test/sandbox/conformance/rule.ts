import type { Subject } from './subject.ts';

/** One rule of the interface. */
export interface Rule {
  id: string;
  /** Where the interface says it. */
  sections: readonly [string, ...string[]];
  /** The rule as a sentence. */
  title: string;
  /** What the interface says, to the letter. */
  text: string;
  /** The check moves the clock of the service. Such rules run alone. */
  movesClock?: true;
  /**
   * @returns what was seen
   * @throws RuleBroken if the service breaks the rule
   * @throws NotTested if the rule cannot be tested here
   */
  check(subject: Subject): Promise<string>;
}

/** How far from a time limit the rules look: the service must have time to answer before it. */
export const MARGIN_SECONDS = 300;
