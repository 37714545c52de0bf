import { LIKE_ENDPOINT, likelyOutcome } from '../../check/index.ts';
import type { SandboxCore } from '../core/core.ts';
import { isOpening } from '../core/request-log.ts';
import type { LoggedRequest } from '../core/request-log.ts';

/**
 * Returns the requests for an outcome that are most likely of a visit, although no token in them was ever issued: they came after the visit was opened, and
 * before another one was.
 */
export function likelyRequestsOf(core: SandboxCore, interactionId: string): Set<LoggedRequest> {
  const { tokens } = core.market();
  const found = new Set<LoggedRequest>();
  let isOpen = false;
  for (const entry of core.log.timeline()) {
    if (isOpening(entry)) isOpen = entry.interaction_id === interactionId;
    else if (isOpen && isForOutcome(entry) && !valuesIn(entry).some((text) => tokens.has(text)))
      found.add(entry);
  }
  return found;
}

/** Returns whether a request asks for an outcome, or for what resembles one. */
const isForOutcome = ({ method, path, sender }: LoggedRequest): boolean =>
  !['OPTIONS', 'HEAD'].includes(method) &&
  sender !== 'prefetch' &&
  LIKE_ENDPOINT.test(path) &&
  likelyOutcome(path) !== undefined;

/** Returns the values in the query and in the form that a request sent. */
const valuesIn = ({ query, body }: LoggedRequest): string[] =>
  [query, body ?? ''].flatMap((text) => [...new URLSearchParams(text).values()]);
