/**
 * - `answer`: what the service answers to one report.
 * - `line`: no connection at all, from before the report until the seller has seen that it failed.
 * - `surroundings`: so from the landing to the end.
 * - `tab`: what the seller does with the tab while the service has the report.
 * - `finish`: the page is asked to finish twice.
 * - `end`: the token cannot be reported any more.
 */
type Kind = 'answer' | 'line' | 'surroundings' | 'tab' | 'finish' | 'end';

/** Every class of faults, as the table names it, by its kind. */
const FAULTS = {
  line: ['connection refused', 'offline, then online'],
  answer: [
    'dropped before processing',
    'dropped after processing',
    'body cut',
    'status 500',
    'status 502',
    'status 503',
    '429, Retry-After in seconds',
    '429, Retry-After a date',
    '429, Retry-After nonsense',
    'slower than the timeout',
    'redirect loop',
  ],
  surroundings: [
    'answers unreadable (CORS)',
    'service worker',
    'Content Security Policy',
    'ad blocker',
    'storage throws',
    'storage full',
  ],
  tab: [
    'tab closed, link opened again',
    'reload under way',
    'back and forward under way',
    'tab duplicated under way',
  ],
  finish: ['two finish pages at once', 'double click'],
  end: ['token expired'],
} as const satisfies Record<Kind, readonly string[]>;

/** The names of one kind. */
export type NameOf<One extends Kind> = (typeof FAULTS)[One][number];

/** The name of a class. */
export type FaultName = NameOf<Kind>;

/** All of them, in the order of the table. */
export const FAULT_NAMES: readonly FaultName[] = Object.values(FAULTS).flat();

/** Those of `names` that are of this kind. */
export const ofKind = <One extends Kind>(names: readonly FaultName[], kind: One) =>
  names.filter((name): name is NameOf<One> => (FAULTS[kind] as readonly string[]).includes(name));

const kindOf = (name: FaultName) =>
  Object.entries(FAULTS).find(([, names]) => (names as readonly string[]).includes(name))?.[0];

/** Returns whether a page forgets what it knew as soon as it is left. */
export const forgets = (names: readonly FaultName[]): boolean =>
  names.includes('storage throws') || names.includes('storage full');

/** Returns whether the seller must be the one who finishes: a page that is offline does not load, and a click needs something to click on. */
export const needsButton = (names: readonly FaultName[]): boolean =>
  names.includes('offline, then online') || names.includes('double click');

/** Returns whether the report must not leave by redirect: a page that is on its way to the marketplace cannot be told to open another one. */
export const needsFetch = (names: readonly FaultName[]): boolean =>
  names.includes('tab duplicated under way');

/**
 * Returns whether both may strike in one run: answers follow each other, of the rest there is one of a kind.
 *
 * Where no client can know, nothing is promised, and nothing is tried: without storage another page or tab knows nothing of the first; and
 * an expired token that is refused after a lost answer looks like one that was counted.
 */
export function areTogether(one: FaultName, other: FaultName): boolean {
  const pair = [one, other];
  if (ofKind(pair, 'end').length) return false;
  const otherPages = ofKind(pair, 'tab').length || pair.includes('two finish pages at once');
  if (forgets(pair) && otherPages) return false;
  return kindOf(one) === 'answer' || kindOf(one) !== kindOf(other);
}
