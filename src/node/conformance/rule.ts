import type { Subject } from './subject.ts';

/** One rule of the interface. */
export interface Rule {
  /** Stays the same across versions. */
  id: string;
  /** Where the interface says it. The first one decides the group in the table. */
  sections: readonly [string, ...string[]];
  /** The rule as a sentence. */
  title: string;
  /** What the interface says, to the letter. */
  text: string;
  /** Whether the check moves the clock of the service. Such rules run alone. */
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

/** The titles of the sections that have rules. */
export const SECTION_TITLES: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2.2': 'Token response',
  '2.3': 'Sellers packet',
  '2.4': 'Push payload',
  '2.5': 'Endlink token and endlink URL parameters',
  '3.1': 'States of the sellers packet',
  '3.2': 'Tokens',
  '4.1': 'Authorization callback',
  '4.2': 'Token exchange',
  '4.3': 'Push data to a packet',
  '4.4': 'Endlink outcome endpoints',
  '5': 'Authentication',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};
