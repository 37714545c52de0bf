/**
 * What the log says. Each function returns one or two sentences for something that happened.
 *
 * @module
 */
import type { EndlinkState } from '../../../../src/browser/endlink/index.ts';
import type { LoggedRequest } from '../../../../src/sandbox/index.ts';
import type { NetworkEvent } from './network.ts';

/** How a line of the log is marked, beside its words. */
type Tone = 'good' | 'bad' | 'neutral';

/** A line of the log without its place in it. */
export interface Sentence {
  text: string;
  tone: Tone;
}

const good = (text: string): Sentence => ({ text, tone: 'good' });
const bad = (text: string): Sentence => ({ text, tone: 'bad' });
const neutral = (text: string): Sentence => ({ text, tone: 'neutral' });

/** What the service did with a request. */
export function describeRequest(
  request: LoggedRequest,
  requests: readonly LoggedRequest[],
): Sentence {
  const { number, status, outcome, spent, token, reason } = request;
  const name = `Request ${number}, ${outcome ?? request.path}`;
  if (spent && status === null) return good(`${name}: counted. The answer is held back.`);
  if (spent && status === 0) return good(`${name}: counted. The answer gets lost on the way.`);
  if (spent) return good(`${name}: counted. Answer ${status}.`);
  if (status === null) return neutral(`${name}: received.`);
  if (status === 0) return bad(`${name}: the connection was cut. Not counted.`);
  if (status >= 500) return bad(`${name}: answered with ${status}. Not counted.`);
  const isUsed = requests.some((other) => other.spent && other.token === token);
  return isUsed
    ? neutral(`${name}: refused with ${status}, because the token is used. Nothing counts twice.`)
    : bad(
        `${name}: ${reason?.replace(/^Refused/, `refused with ${status}`) ?? `answered with ${status}.`}`,
      );
}

/** What happened to a request between the page and the service. */
export function describeNetwork(event: NetworkEvent): Sentence {
  switch (event) {
    case 'not sent':
      return bad('There is no network. The request does not leave.');
    case 'request lost':
      return bad('The request gets lost. The service never sees it.');
    case 'answer lost':
      return bad('The answer gets lost. The page never sees it.');
    case 'given up':
      return bad('The page has waited ten seconds for the answer, and gives up on it.');
  }
}

/**
 * What the tag does, by its state.
 *
 * @param page file name of the page, where the page before had the same state
 */
export function describeState(state: EndlinkState, page?: string): Sentence | undefined {
  const { outcome = '', attempts = 0, status = 0, ambiguous, probablyRecorded, result } = state;
  if (page) return describeSameState(state, page);
  switch (state.state) {
    case 'missing':
      return undefined;
    case 'waiting':
      return state.isExpiring
        ? neutral('The token expires in five minutes. The tag tells the page.')
        : good('Keeps the token, and takes it out of the address.');
    case 'expired':
      return bad('The hour is over. The tag would still try to report.');
    case 'reporting':
      return attempts
        ? neutral(`Sends attempt ${attempts}.`)
        : neutral(`Locks the outcome ${outcome}, and stores it before a request leaves.`);
    case 'confirmed':
      return good('The service has confirmed the outcome. The tag is done.');
    case 'accepted':
      return good('The buyer’s server has the outcome.');
    case 'rejected':
      return bad(`The service refused the outcome with ${status}.`);
    case 'unknown':
      if (probablyRecorded)
        return good('A refusal after an attempt without an answer: it was counted. The tag stops.');
      if (!result) return neutral(`Sends attempt ${attempts}.`);
      if (status)
        return neutral(`Attempt ${attempts} was answered with ${status}. It tries again.`);
      return ambiguous
        ? neutral(`Attempt ${attempts} has no answer. The service may have it. It tries again.`)
        : neutral(`Attempt ${attempts} did not leave. It is sent when the network is back.`);
  }
}

function describeSameState(state: EndlinkState, page: string): Sentence | undefined {
  const { outcome = '', probablyRecorded } = state;
  switch (state.state) {
    case 'missing':
      return undefined;
    case 'waiting':
    case 'expired':
      return good(`Finds the token on ${page}, too.`);
    case 'reporting':
    case 'unknown':
      if (!probablyRecorded) return neutral(`Finds ${outcome} unconfirmed, and continues.`);
  }
  return neutral(`Knows that ${outcome} was reported. It sends nothing.`);
}
