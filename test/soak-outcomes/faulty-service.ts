import type { Draw } from './draw.ts';

const HOUR_MS = 3_600_000;

/** Period in which the service is away, in milliseconds since the beginning: twenty minutes. */
const AWAY_FROM_MS = 20 * 60_000;
const AWAY_UNTIL_MS = 40 * 60_000;

/** Probability of each fault for a request while the service is there. */
const LOST_ANSWERS = 0.05;
const LOST_REQUESTS = 0.03;
const ERRORS = 0.03;
const LIMITED = 0.03;

/** A token as the service knows it. */
interface Token {
  issuedAtMs: number;
  /** Each outcome that was counted for it. */
  counted: string[];
}

/**
 * A service that counts each token once, within its hour, is away for twenty minutes, and loses answers.
 *
 * @param nowMs the true time, in milliseconds since the beginning
 * @see interface §3.1, §4.4
 */
export function faultyService(draw: Draw, nowMs: () => number) {
  const tokens = new Map<string, Token>();
  let requests = 0;
  const respond = (status: number, headers: Record<string, string> = {}) =>
    new Response('{}', { status, headers });

  function count(outcome: string, token: Token | undefined): Response {
    const isUsable = token && !token.counted.length && nowMs() < token.issuedAtMs + HOUR_MS;
    if (!isUsable) return respond(422);
    token.counted.push(outcome);
    return respond(200);
  }

  async function fetch(url: string): Promise<Response> {
    await Promise.resolve();
    requests += 1;
    const { pathname, searchParams } = new URL(url);
    const isAway = nowMs() >= AWAY_FROM_MS && nowMs() < AWAY_UNTIL_MS;
    if (draw.isHit(LOST_REQUESTS) || (isAway && draw.isHit(0.5)))
      throw new TypeError('fetch failed');
    if (isAway || draw.isHit(ERRORS)) return respond(503);
    if (draw.isHit(LIMITED)) return respond(429, { 'retry-after': '30' });
    const response = count(
      pathname.split('/').at(-1) ?? '',
      tokens.get(searchParams.get('service_endlink_token') ?? ''),
    );
    if (draw.isHit(LOST_ANSWERS)) throw new TypeError('fetch failed');
    return response;
  }

  return {
    fetch,
    tokens,
    requests: () => requests,
    issue: (token: string, issuedAtMs: number) =>
      void tokens.set(token, { issuedAtMs, counted: [] }),
  };
}
