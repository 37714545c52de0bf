import type { LoggedRequest } from '../../src/sandbox/index.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import type { Stage } from './stage.ts';
import { isOver, look } from './steps.ts';
import type { Look } from './steps.ts';

/** How a run ended for its seller: what the tab says that says most. */
export const ENDS = [
  'confirmed',
  'probably recorded',
  'rejected',
  'offered',
  'still trying',
] as const;

/** One of them; `nothing`: no tab says anything. */
type End = (typeof ENDS)[number] | 'nothing';

/**
 * What is judged.
 *
 * - `lost`: a tab says confirmed, or most likely saved, and the service counted nothing, or another outcome (but for "most likely" where it
 *   refused every request, since the answer to the first one did not come through: no page can tell that from a spent token); or a tab was asked to
 *   report and has neither an answer nor a further attempt before it, nor a button to finish with; or it says rejected, and the
 *   service refused nothing.
 * - `doubled`: two different outcomes of a token reached the service; or it counted more than one; or a report left though a tab knew
 *   of a confirmation; or while a page still waited for an earlier one.
 * - `denied`: a tab says rejected though the outcome was counted, and not because the browser repeated the request by itself.
 * - `leaked`: the token is in something that another company's server received, or in a `Referer` from the buyer's pages at the service.
 * - `swapped`: with two surveys in a tab, a token received an outcome of the other one: see `two-surveys/judge.ts`.
 */
export const WRONGS = ['lost', 'doubled', 'denied', 'leaked', 'swapped'] as const;

/** The judgement of one run. */
export interface Verdict {
  end: End;
  /** Whether a tab says rejected, for the browser had repeated a request that was counted (RFC 9110 section 9.2.2). */
  isDeniedByRepeat: boolean;
  /** Each with its sentences; empty where nothing is wrong. */
  wrongs: Record<(typeof WRONGS)[number], string[]>;
}

/** Judges a run that is over, by what the service logged and counted, by what every tab says, and by what left the browser. */
export async function judge(stage: Stage): Promise<Verdict> {
  const { service, endlink, watch, thirdParty } = stage;
  const open = watch.tabs.filter(({ isClosed }) => !isClosed);
  const looks = await Promise.all(open.map(({ page }) => look(stage, page)));
  // After the tabs: what one of them shows as saved has been counted by then, even if it was on its way to the service a moment before.
  const requests = await service.requests(endlink);
  const { outcome: counted } = await service.packetOf(endlink);
  const wrongs: Verdict['wrongs'] = {
    lost: [],
    doubled: [...watch.violations],
    denied: [],
    leaked: [],
    swapped: [],
  };
  // A redirect in a circle is one request of the page.
  const reached = requests.filter(({ status }) => status !== 302).length;
  const isRepeated = reached > watch.reportCount;
  let isDeniedByRepeat = false;

  const isGuessed = requests.length > 1 && requests.every(isRefused);

  const ends = looks.map((seen) => endOf(seen, counted, stage.hasStopped));
  for (const [index, seen] of looks.entries()) {
    const end = ends[index];
    const outcome = seen.state?.outcome;
    const who = `tab ${open[index]?.number}`;
    const saysSaved = end === 'confirmed' || end === 'probably recorded';
    if (saysSaved && !counted && !(isGuessed && end === 'probably recorded'))
      wrongs.lost.push(`${who} is ${end}, and nothing was counted`);
    if (saysSaved && counted && outcome && outcome !== counted)
      wrongs.lost.push(`${who} says ${outcome}, and ${counted} was counted`);
    if (
      end === 'nothing' &&
      (outcome || seen.status !== undefined || seen.state?.state === 'missing')
    )
      wrongs.lost.push(`${who} has come to nothing`);
    if (end === 'rejected' && counted && isRepeated) isDeniedByRepeat = true;
    else if (end === 'rejected' && counted)
      wrongs.denied.push(`${who} says rejected, ${counted} was counted`);
    if (end === 'rejected' && !requests.some(isRefused))
      wrongs.lost.push(`${who} says rejected, and nobody refused`);
  }
  if (stage.hasStopped) wrongs.lost.push('a page with nothing to see stopped trying');

  const outcomes = new Set(requests.map(({ outcome }) => outcome));
  if (outcomes.size > 1) wrongs.doubled.push(`the service received ${[...outcomes].join(' and ')}`);
  const overlapping = watch.overlapping();
  if (overlapping) wrongs.doubled.push(`${overlapping} reports left while one was under way`);
  const spending = requests.filter(({ spent }) => spent).length;
  if (spending > 1) wrongs.doubled.push(`${spending} requests counted`);

  wrongs.leaked.push(...leaksTo(thirdParty, requests, endlink.token, service.origin));

  const end = ENDS.find((one) => ends.includes(one)) ?? 'nothing';
  if (end === 'nothing' && !wrongs.lost.length) wrongs.lost.push('no tab says anything');
  return { end, isDeniedByRepeat, wrongs };
}

/** @param hasStopped whether a page was seen to make no further attempt */
function endOf(seen: Look, counted: string | null, hasStopped: boolean): End {
  const { state, status, buttons } = seen;
  if (!isOver(seen)) {
    if (buttons.length) return 'offered';
    return state?.outcome && !hasStopped ? 'still trying' : 'nothing';
  }
  if (status !== undefined)
    return status < 300 ? 'confirmed' : counted ? 'probably recorded' : 'rejected';
  if (state?.state === 'confirmed' || state?.state === 'rejected') return state.state;
  return 'probably recorded';
}

/** Returns a sentence for each request that leaked the token to another company or in a `Referer`. */
export function leaksTo(
  thirdParty: Buyer,
  requests: readonly LoggedRequest[],
  token: string,
  serviceOrigin: string,
): string[] {
  const leaks: string[] = [];
  const hasToken = (text: string | null | undefined) => !!text?.includes(token);
  for (const { path, search, headers, body } of thirdParty.requests)
    if ([search, headers.get('referer'), body].some(hasToken)) leaks.push(`to ${path}`);
  for (const { headers, path } of requests)
    // Its own page has the token in its address, and may say so when it is reloaded.
    if (hasToken(headers.referer) && !headers.referer?.startsWith(serviceOrigin))
      leaks.push(`in the Referer ${headers.referer?.replace(token, 'TOKEN')} of ${path}`);
  return leaks;
}

/** Returns whether the service has refused a report and would refuse it again. */
export const isRefused = ({ status }: LoggedRequest) => /^4(?!08|25|29)/.test(`${status}`);

/** Describes a request that the service received, in one line. */
export const inWords = ({ method, path, status, spent }: LoggedRequest): string =>
  `${method} ${path} → ${status ?? 'no answer yet'}${spent ? ' (spent)' : ''}`;
