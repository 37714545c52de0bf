import type { LoggedRequest } from '../../../src/sandbox/index.ts';
import { claimsOf } from '../../e2e/support/claims.ts';
import type { Claim } from '../../e2e/support/claims.ts';
import type { Verdict } from '../judge.ts';
import { inWords, isRefused, leaksTo } from '../judge.ts';
import type { Travel, Visit } from './travel.ts';

/**
 * Judges a run with two surveys that is over.
 *
 * - `swapped`: the service received for a token an outcome that its survey does not ask for.
 * - `doubled`: it counted a token twice.
 * - `lost`: a page was asked to report a survey's outcome, or says that it is saved, and nothing was counted. See {@link isSomethingPromised}.
 * - `denied`: the page says rejected though the outcome was counted, and not because the browser repeated the request by itself.
 * - `leaked`: a token is in something that another company's server received, or in a `Referer` from the buyer's pages at the service.
 */
export async function judgeTravel(trip: Travel): Promise<Verdict> {
  const { service, visits, page } = trip;
  const claims = await claimsOf(page).catch(() => []);
  const wrongs: Verdict['wrongs'] = { lost: [], doubled: [], denied: [], leaked: [], swapped: [] };
  let countedSurveys = 0;
  let isDeniedByRepeat = false;
  for (const visit of visits) {
    const requests = await service.requests(visit.endlink);
    const { outcome: counted } = await service.packetOf(visit.endlink);
    const states = claims
      .filter(({ token }) => token === visit.endlink.token)
      .map(({ state }) => state);
    if (counted) countedSurveys += 1;
    judgeRequests(trip, visit, requests, wrongs);
    const isRepeated = requests.length > visit.reportCount;
    if (isRepeated && counted && states.includes('rejected')) isDeniedByRepeat = true;
    else judgeStates(trip, visit, { counted, states, isRefused: requests.some(isRefused) }, wrongs);
    for (const request of requests) trip.note(`the service, ${visit.folder}: ${inWords(request)}`);
  }
  const end = countedSurveys === 2 ? 'confirmed' : claims.length ? 'still trying' : 'nothing';
  return { end, isDeniedByRepeat, wrongs };
}

/** Judges what the service and others received for a token. */
function judgeRequests(
  { thirdParty, service }: Travel,
  { folder, survey, endlink }: Visit,
  requests: readonly LoggedRequest[],
  wrongs: Verdict['wrongs'],
): void {
  for (const { outcome } of requests)
    if (outcome !== survey.outcome) wrongs.swapped.push(`${folder} received ${outcome}`);
  const spending = requests.filter(({ spent }) => spent).length;
  if (spending > 1) wrongs.doubled.push(`${folder}: ${spending} requests counted`);
  wrongs.leaked.push(...leaksTo(thirdParty, requests, endlink.token, service.origin));
}

/** Judges what the pages said about a token, and say in the end. */
function judgeStates(
  trip: Travel,
  visit: Visit,
  known: { counted: string | null; states: readonly Claim['state'][]; isRefused: boolean },
  wrongs: Verdict['wrongs'],
): void {
  const { folder, survey, isAsked } = visit;
  const { counted, states } = known;
  const isPromised = isSomethingPromised(trip, visit);
  const isKept = isPromised && !mayBeForgotten(trip, visit);
  if (!counted && (states.includes('confirmed') || (isAsked && isKept)))
    wrongs.lost.push(`${folder} was asked to report ${survey.outcome}`);
  if (!isAsked && !survey.isLeftAtOnce && isPromised)
    wrongs.lost.push(`${folder}: its finish page asked for nothing`);
  if (!states.includes('rejected')) return;
  if (!known.isRefused) wrongs.lost.push(`${folder} says rejected, and nobody refused`);
  if (counted && isPromised) wrongs.denied.push(`${folder} says rejected, ${counted} was counted`);
}

/**
 * Returns whether the outcome of a survey must reach the service. A page without any storage knows nothing of the pages before it, but for what links, forms and
 * `history.state` bring, and a frame that is loaded again has no `history.state`. What a frame of another host knows, the next page does not.
 */
function isSomethingPromised({ journey }: Travel, { survey }: Visit): boolean {
  const { storage, troubles, moves, movesBetween } = journey;
  const isAtEase = !troubles.length && !survey.isLeftAtOnce;
  const isInFrame = survey.finish === 'element in a frame';
  if (storage !== 'blocked') return !isInFrame || isAtEase;
  const isFrameForgotten = isInFrame && [...moves, ...movesBetween].includes('reload');
  return isAtEase && !isFrameForgotten && !survey.steps.includes('address set by a script');
}

/** Returns whether a report that failed may not be tried again, since the seller went back to a page that knows nothing of it. */
const mayBeForgotten = ({ journey }: Travel, { survey }: Visit): boolean =>
  journey.forgetsOnBack && (journey.troubles.length > 0 || survey.isLeftAtOnce);
