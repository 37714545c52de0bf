import type { Outcome } from '../../protocol/endlink.ts';
import { readAttribute } from '../unclobbered.ts';
import ENGLISH from './languages/en.ts';
import { closestLanguage, loadedLanguage, prefixesOf } from './languages.ts';
import type { Messages, OutcomeMessage } from './message-types.ts';

export type {
  ConnectMessages,
  FinishMessages,
  Messages,
  OutcomeMessage,
  PushMessages,
} from './message-types.ts';

/** Sentences that a page may set for one language: a string replaces a sentence for all outcomes, an object those of the outcomes that it names. */
type Overrides = {
  [Key in keyof Messages]?: Messages[Key] extends string
    ? string
    : string | Partial<OutcomeMessage>;
};

/** Sentences of the page that replace ours: `window.vaultlinkMessages = { en: { confirmed: 'Done!' } }`. */
export type MessageOverrides = Record<string, Overrides>;

declare global {
  interface Window {
    vaultlinkMessages?: MessageOverrides;
  }
}

/** Languages written from right to left: ours, and those that a page may add. */
const RIGHT_TO_LEFT = ['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** Returns what the page has set for a tag: for the very tag, for our language, then for shorter tags. */
function overridesFor(tag: string): unknown[] {
  const [exact, ...shorter] = prefixesOf(tag);
  const wanted = [exact, closestLanguage(tag)?.toLowerCase(), ...shorter];
  const all = Object.entries(window.vaultlinkMessages ?? {});
  return wanted.flatMap((name) =>
    all.filter(([key]) => key.toLowerCase() === name).map(([, overrides]) => overrides),
  );
}

/**
 * Returns the sentences for a tag: those of the page first, then of the loaded language, then English.
 *
 * @param tag BCP 47, such as `de-AT`
 */
export function messagesFor(tag: string): Messages {
  const sources = [...overridesFor(tag), loadedLanguage(tag), ENGLISH];
  const entries = Object.entries(ENGLISH).map(([key, english]) => {
    const values = sources.map((source) => fieldOf(source, key));
    if (typeof english === 'string') return [key, values.find(isText)];
    const byOutcome = Object.keys(english).map((outcome) => [
      outcome,
      values.map((value) => (isText(value) ? value : fieldOf(value, outcome))).find(isText),
    ]);
    return [key, Object.fromEntries(byOutcome)] as const;
  });
  return Object.fromEntries(entries) as Messages;
}

const isText = (value: unknown) => typeof value === 'string';

/** A field of whatever the page has set. */
const fieldOf = (value: unknown, key: string) =>
  (value as Record<string, unknown> | null | undefined)?.[key];

/** Returns the sentence for an outcome. Where the record holds none, that of `fail`, which gives no reason and is true of all. */
export function outcomeMessage(message: OutcomeMessage, outcome: Outcome | undefined): string {
  return message[outcome ?? 'fail'] ?? message.fail;
}

/** Returns the tag of the sentences that {@link messagesFor} returns: the same, or `en`. */
export function spokenTag(tag: string): string {
  return loadedLanguage(tag) || overridesFor(tag).length ? tag : 'en';
}

/** The units of a delay, each up to twice the next one: nobody counts 7,200 seconds. */
const UNITS = [
  ['second', 1, 120],
  ['minute', 60, 7200],
  ['hour', 3600, 172_800],
  ['day', 86_400, Infinity],
] as const;

/** Returns "in 30 seconds", or in minutes, hours or days, in the language of a tag, for the `{when}` of a sentence. */
export function formatDelay(tag: string, seconds: number): string {
  // The tag comes from the page's markup, and Intl throws where it is malformed.
  const language = prefixesOf(tag).at(-1)!;
  const isCode = /^[a-z]{2,3}$/.test(language);
  const locale = closestLanguage(tag) ?? (isCode ? language : 'en');
  const [unit, unitSeconds] = UNITS.find(([, , limit]) => seconds <= limit) ?? UNITS[0];
  // Not too early.
  const count = Math.ceil(seconds / unitSeconds);
  return new Intl.RelativeTimeFormat(locale).format(count, unit);
}

/** Returns the language that the page names around an element, beyond shadow trees too, or else the language of the browser. */
export function languageOf(element: Element): string {
  const ancestor = element.closest('[lang]');
  const named = ancestor && readAttribute(ancestor, 'lang');
  const root = element.getRootNode();
  return named ?? (root instanceof ShadowRoot ? languageOf(root.host) : navigator.language);
}

/** Tells whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  return RIGHT_TO_LEFT.includes(prefixesOf(tag).at(-1)!);
}
