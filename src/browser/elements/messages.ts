/** What the elements say in English, by their states and their buttons. */
const ENGLISH = {
  // <endlink-finish>
  waiting: 'You are at the end. Press the button to finish.',
  reporting: 'Saving that you have finished. Please keep this page open.',
  confirmed: 'Saved. You may close this page.',
  rejected:
    'The marketplace did not accept this. Your link may have been used before or have expired.',
  unknown: 'Not confirmed yet. Please keep this page open, or press a button.',
  /** The service refused after an unanswered attempt. */
  probablyRecorded: 'This was most likely saved already. You may close this page.',
  missing: 'This page was opened without a link from the marketplace, so there is nothing to save.',
  expired: 'It has been over an hour. Press the button to try all the same.',
  finish: 'Finish',
  retry: 'Try again',
  /** Goes to the service's own page. */
  leave: 'Finish at the marketplace',
  // <vault-connect>
  checking: 'Checking the connection to your vault.',
  disconnected: 'Your vault is not connected.',
  denied: 'You said no. Your vault is not connected.',
  connecting: 'Connecting. If a window has opened, please go on there.',
  connected: 'Your vault is connected.',
  reconnect: 'The connection to your vault has ended. Please connect it again.',
  failed: 'This did not work. Please try again.',
  connect: 'Connect my vault',
  disconnect: 'Disconnect',
  // <vault-push>
  pushing: 'Saving your answers.',
  pushed: 'Your answers are saved in your vault.',
  refused: 'Your answers were not accepted.',
  unconnected: 'Not saved yet. Please connect your vault first.',
  /** `{when}` is when to try again, such as "in 30 seconds". */
  busy: 'Not saved yet. Please try again {when}.',
  unsaved: 'Your answers were not saved. Please try again.',
};

/** The sentences of one language. */
export type Messages = typeof ENGLISH;

/** The sentences of one language, in the order of {@link Messages}. */
type Row = readonly string[];

/** Sentences of the page that replace ours: `window.vaultlinkMessages = { en: { confirmed: '…' } }`. */
export type MessageOverrides = Record<string, Partial<Messages>>;

declare global {
  interface Window {
    vaultlinkMessages?: MessageOverrides;
  }
}

let languages: Record<string, Row> = { en: Object.values(ENGLISH) };
const ours = (tag: string) => languages[languageIn(tag)];
const ofPage = (tag: string) =>
  window.vaultlinkMessages?.[tag] ?? window.vaultlinkMessages?.[languageIn(tag)];

const languageIn = (tag: string) => tag.toLowerCase().split('-')[0]!;

/** Gets ready to speak a language. Where that cannot be had, it is English. Never throws. */
export async function loadLanguage(tag: string): Promise<void> {
  if (ours(tag)) return;
  const more = await import('./languages.ts').catch(() => undefined);
  languages = { ...languages, ...more?.LANGUAGES };
}

/**
 * The sentences in a language that is loaded, by its tag or the language alone; English where we do not speak it.
 *
 * @param tag BCP 47, such as `de-AT`
 */
export function messagesFor(tag: string): Messages {
  const row = ours(tag);
  const page = ofPage(tag) as Record<string, unknown> | undefined;
  const fields = Object.entries(ENGLISH).map(([field, text], index) => [
    field,
    [page?.[field], row?.[index]].find((one) => typeof one == 'string') ?? text,
  ]);
  return Object.fromEntries(fields) as Messages;
}

/** The tag of the sentences that {@link messagesFor} gives: the same, or `en`. */
export const spokenTag = (tag: string): string => (ours(tag) || ofPage(tag) ? tag : 'en');

/** The language that the page names around an element, beyond shadow trees too; where it names none, that of the browser. */
export function languageOf(element: Element): string {
  const named = element.closest('[lang]')?.getAttribute('lang');
  const root = element.getRootNode();
  return named ?? (root instanceof ShadowRoot ? languageOf(root.host) : navigator.language);
}

/** Whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  return /^(ar|fa|he|ur)\b/i.test(tag);
}
