import * as results from '../../findings/index.ts';
import type { CheckResult, Finding } from '../../findings/index.ts';

/** Titles of the rules for an address. */
const RULES = {
  empty: 'Address',
  service: 'Service',
  whitespace: 'Spaces',
  scheme: 'Scheme',
  https: 'https',
  shortener: 'Shortener',
  encoding: 'Encoding',
  host: 'Host',
  path: 'Path',
  outcome: 'Outcome',
  html: 'Form',
  parameter: 'Parameter',
  placeholder: 'Placeholder',
  token: 'Token',
  fragment: 'Fragment',
} as const;

/** The id of a rule for an address. */
export type AddressRule = keyof typeof RULES;

/** A finding about an address. Never holds the value of a token. */
export type AddressFinding = Finding<AddressRule>;

const findingOf =
  (resultOf: (cause: string, ...remedy: string[]) => CheckResult) =>
  (id: AddressRule, cause: string, ...remedy: string[]): AddressFinding => ({
    id,
    title: RULES[id],
    ...resultOf(cause, ...remedy),
  });

export const ok = findingOf(results.ok);
/** Something to look at. */
export const warning = findingOf(results.warning);
/** A mistake that loses outcomes. */
export const failed = findingOf(results.failed);
