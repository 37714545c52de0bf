/**
 * The options of the endlink: what a buyer sets on the script tag, in `window.vaultlinkConfig`, in code or on an element.
 *
 * @module
 */
import { isOutcome, LANDING_NAMES } from '../../protocol/endlink.ts';
import type { LandingNames, Outcome } from '../../protocol/endlink.ts';
import { TAG_SETTINGS } from '../../protocol/tag-settings.ts';
import type { VIAS } from '../../protocol/tag-settings.ts';

/**
 * By which way a report reaches the service: `fetch` calls it from the page, `redirect` takes the seller to the service's own page,
 * `relay` asks the buyer's server to call it.
 */
export type Via = (typeof VIAS)[number];

/** All of them are text, so that an attribute and an object say the same: `data-base-url` is `baseUrl`. */
export interface EndlinkOptions {
  /** The service's address: https, or http on this machine. Without it nothing can be reported but by `relay`. */
  baseUrl?: string | undefined;
  /** Query parameter with the token. Default: `service_endlink_token`. @see interface §2.5 */
  tokenParam?: string | undefined;
  /** Query parameter with the seller's id. Default: `seller_id`. @see interface §2.5 */
  sellerParam?: string | undefined;
  /** Query parameter with the id of the interaction. Default: none. @see interface §2.5 */
  interactionParam?: string | undefined;
  /** `off` leaves the token in the address bar. Default: the token is taken out. */
  scrub?: string | undefined;
  /** Other hosts that may receive the token, separated by spaces or commas: `survey.example forms.example:8443`. Default: none. */
  carry?: string | undefined;
  /** Query parameter of this page that holds the outcome. Default: none. */
  outcomeParam?: string | undefined;
  /** A tool's own codes for the outcomes, separated by spaces or commas: `1:complete 2:screenout 3:quota_full`. Default: none. */
  outcomeMap?: string | undefined;
  /**
   * Way in which a report reaches the service: `fetch` calls it from the page, `redirect` takes the seller to the service's own page, `relay` asks
   * your server to call it. Default: `fetch`.
   */
  via?: string | undefined;
  /** Address on your server to which `relay` posts. Default: `/vault/endlinks`. */
  relayUrl?: string | undefined;
  /**
   * Dry run: nothing is sent, and the value chooses how it ends: `on`, `confirmed`, `rejected`, `spent`, `expired`, `offline` or `cors`.
   * Default: reports are sent.
   */
  test?: string | undefined;
  /** Folder of the other `vaultlink-….js` files, for a tag that is inlined, concatenated or bundled. Default: beside the script tag. */
  partsUrl?: string | undefined;
}

/** The options of a script tag: what can be merged, and the outcome to report on this page. */
export interface TagOptions extends EndlinkOptions {
  /**
   * Shows the self-check panel, for developers. `query`: only in a tab whose address had `?vaultlink-check`, or that the sandbox’s console opened. Default: no panel, and nothing is
   * loaded for it.
   */
  debug?: string | undefined;
  /** Reports this outcome on this page: `complete`, `fail`, `quota_full` or `screenout`. Default: none. */
  outcome?: string | undefined;
}

/** Names of the options, for `window.vaultlinkConfig` and for the script tag. */
export const OPTION_NAMES: readonly string[] = TAG_SETTINGS satisfies readonly (keyof TagOptions)[];

/**
 * Returns a setting as text, in whichever shape a page wrote it: a `URL`, a number, a list, or an object or a list of pairs for the codes of a tool.
 * Empty where there is nothing to read.
 *
 * @param separator between the members of a list; empty: too deep to be a setting
 */
export function settingText(value: unknown, separator = ' '): string {
  if (value === true) return 'on';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || !value) return '';
  const members: unknown[] = Array.isArray(value) ? value : Object.entries(value);
  if (separator && members.length)
    return members
      .map((member) => settingText(member, separator === ' ' ? ':' : ''))
      .join(separator);
  // A `URL`, or one of Trusted Types.
  const text = 'toString' in value ? (value as URL).toString() : '';
  return text.startsWith('[object') ? '' : text;
}

/** Returns whether the token stays in the address bar. */
export const isScrubOff = ({ scrub }: EndlinkOptions): boolean =>
  !!scrub && /^(off|false|no|0)$/i.test(scrub);

/** Returns the value of a setting, which a getter of the page may compute. What throws is not set. */
export function readSetting(settings: TagOptions, name: string): unknown {
  try {
    return settings[name as 'via'];
  } catch {
    return undefined;
  }
}

/**
 * Fills options that are still open: of two values, the first counts.
 *
 * @returns whether there is anything new
 */
export function fillOptions(options: TagOptions, more?: TagOptions): boolean {
  let isNew = false;
  for (const name in more) {
    const value = readSetting(more, name);
    // `false` means that the page does not use a setting. Only for `scrub` it is a value: the token stays in the address.
    if (value === false && name !== 'scrub') continue;
    const text = value === false ? 'off' : settingText(value);
    isNew ||= !!text && !options[name as 'via'];
    options[name as 'via'] ||= text;
  }
  return isNew;
}

/** Attributes of elements of your own, wherever they are on the page. */
export interface PageAttributes {
  /** On an input: fills it with the token, the seller's id or the id of the interaction, so that a form sends it. */
  'data-vaultlink-fill'?: 'token' | 'seller_id' | 'interaction_id' | undefined;
  /**
   * On an iframe, in the place of `src`: the address of a page that continues the survey. It loads once, with the token where its host may
   * have it.
   */
  'data-vaultlink-src'?: string | undefined;
}

/** Options of a report. */
export interface ReportOptions {
  /** The way to the service. Default: the `via` of the options. */
  via?: Via | undefined;
}

/** Returns the parameter names that the options choose. */
export function landingNamesOf(options: EndlinkOptions): LandingNames {
  return {
    token: options.tokenParam || LANDING_NAMES.token,
    sellerId: options.sellerParam || LANDING_NAMES.sellerId,
    interactionId: options.interactionParam,
  };
}

/** Returns the outcome that a value names, as it is or as a tool's own code (`data-outcome-map`). */
export function outcomeOf(options: EndlinkOptions, value: unknown): Outcome | undefined {
  // What cannot become text is no code.
  const isText = typeof value === 'string' || typeof value === 'number';
  for (const [code, outcome] of isText ? codesOf(options) : [])
    if (code === String(value) && isOutcome(outcome)) return outcome;
  return isOutcome(value) ? value : undefined;
}

/** Returns the pairs of a code and an outcome in `data-outcome-map`, as they stand there. */
export const codesOf = ({ outcomeMap }: EndlinkOptions): (string | undefined)[][] =>
  entriesOf(outcomeMap).map((pair) => pair.split(':'));

/** Returns the entries of a setting that is a list, separated by spaces or commas. */
export const entriesOf = (list = ''): string[] => list.split(/[\s,]+/).filter(Boolean);

/** Values of `data-test`: the result of the dry run. Anything else is no dry run. */
export type DryRun = 'on' | 'confirmed' | 'rejected' | 'spent' | 'expired' | 'offline' | 'cors';

/** Every {@link DryRun}. */
export const DRY_RUN_VALUES: readonly unknown[] = [
  ...(['on', 'confirmed', 'rejected', 'spent', 'expired', 'offline', 'cors'] satisfies DryRun[]),
];

/** Returns whether reports are played and not sent. */
export const isDryRun = ({ test }: EndlinkOptions): boolean => DRY_RUN_VALUES.includes(test);

/** Returns whether an address of the service is on this page's own origin, where nothing is known to come from the service. */
export const isOwnOrigin = (baseUrl: string): boolean =>
  new URL(baseUrl).origin === location.origin;
