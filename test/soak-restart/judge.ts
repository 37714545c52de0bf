/** A request of the load, and its end. */
export interface SentRequest {
  /** Its name in the log of the proxy. For a push also its name at the service. */
  id: string;
  kind: 'session' | 'push' | 'connect' | 'callback';
  sentAtMs: number;
  endedAtMs: number;
  expectedStatus: number;
  /** The status, or why there is none. */
  result: number | string;
}

/** What the proxy logged about a request. */
export interface ProxiedRequest {
  /** Each replica that it tried, in order. */
  upstreams: readonly string[];
  /** What each of them answered; `502` where it did not. */
  upstreamStatuses: readonly string[];
}

/** A replica that was ended and started again. */
export interface Outage {
  kind: 'restart' | 'kill';
  /** Host and port of the replica. */
  replica: string;
  signalAtMs: number;
  /** When its process had ended. */
  endedAtMs: number;
  /** When it was ready again. */
  readyAtMs: number;
}

/** All that a run has recorded. */
export interface Records {
  requests: readonly SentRequest[];
  /** The log of the proxy, by the id of a request. */
  proxied: ReadonlyMap<string, ProxiedRequest>;
  outages: readonly Outage[];
  /** How often each push arrived at the service, by its id. */
  arrivals: ReadonlyMap<string | undefined, number>;
  /** For how long a replica listens after SIGTERM. */
  drainMs: number;
}

/**
 * How many pushes of a run may meet the moment at which a replica stops listening: the race of docs/operation.md that no setting ends. It lasts
 * about a tenth of a millisecond, so that one restart in a hundred meets it under this load. More of them are a fault.
 */
const MAX_AT_CLOSING = 1;

/** How much earlier than its socket stops listening a request may be sent, in milliseconds, and wait to be accepted. */
const CLOSING_MS = 20;

/** What the records show. */
export interface Verdict {
  /** Failed requests that were in flight on a replica when it was killed. Nothing could save them. */
  cutByKill: SentRequest[];
  /** Pushes that met the moment at which a replica stopped listening, and arrived nowhere, unless there are too many of them. */
  atClosing: SentRequest[];
  /** Other failed requests, pushes that were lost or doubled, and signals that no request met: a sentence each. */
  mistakes: string[];
  /** How many requests a replica answered after SIGTERM. */
  answeredWhileDraining: number;
  /** How many requests the proxy sent to the other replica, because the first one refused the connection or cut it. */
  sentElsewhere: number;
}

/** Judges a run: which requests failed, and which of them nothing could save. */
export function judge({ requests, proxied, outages, arrivals, drainMs }: Records): Verdict {
  const failed = requests.filter(({ result, expectedStatus }) => result !== expectedStatus);
  const isCut = (request: SentRequest) =>
    outages.some(
      (outage) =>
        outage.kind === 'kill' && isInFlightAt(outage, request, proxied.get(request.id)?.upstreams),
    );
  const metClosing = failed.filter(
    ({ id, result, sentAtMs }) =>
      result === 502 &&
      !arrivals.get(id) &&
      outages.some(
        ({ kind, replica, signalAtMs, endedAtMs }) =>
          kind === 'restart' &&
          proxied.get(id)?.upstreams.at(-1) === replica &&
          sentAtMs >= signalAtMs + drainMs - CLOSING_MS &&
          sentAtMs <= endedAtMs,
      ),
  );
  const atClosing = metClosing.length > MAX_AT_CLOSING ? [] : metClosing;
  const isExcused = (request: SentRequest) => isCut(request) || atClosing.includes(request);
  const wereDrained = (outage: Outage) =>
    requests.filter(
      (request) =>
        outage.kind === 'restart' &&
        request.result === request.expectedStatus &&
        isInFlightAt(outage, request, proxied.get(request.id)?.upstreams.slice(-1)),
    ).length;
  return {
    cutByKill: failed.filter(isCut),
    atClosing,
    mistakes: [
      ...failed
        .filter((request) => !isExcused(request))
        .map((one) => inWords(one, proxied, outages)),
      ...mistakesOfPushes(requests, proxied, outages, arrivals),
      // A signal while nothing was asked for shows nothing.
      ...outages
        .filter((outage) => !isMet(outage, requests))
        .map(({ kind, replica }) => `No request was sent during a ${kind} of ${replica}.`),
    ],
    answeredWhileDraining: outages.reduce((sum, outage) => sum + wereDrained(outage), 0),
    sentElsewhere: Array.from(proxied.values()).filter(({ upstreams }) => upstreams.length > 1)
      .length,
  };
}

/** Whether a request was in flight on the replica between the signal and the end of the process. */
const isInFlightAt = (
  { replica, signalAtMs, endedAtMs }: Outage,
  request: SentRequest,
  upstreams: readonly string[] = [],
): boolean =>
  upstreams.includes(replica) && request.sentAtMs <= endedAtMs && request.endedAtMs >= signalAtMs;

const isMet = ({ signalAtMs, readyAtMs }: Outage, requests: readonly SentRequest[]) =>
  requests.some(({ sentAtMs, endedAtMs }) => sentAtMs <= readyAtMs && endedAtMs >= signalAtMs);

/** A push that was answered with success has arrived once. Any other arrives at most once: nobody may send it again. */
function mistakesOfPushes(
  requests: readonly SentRequest[],
  proxied: Records['proxied'],
  outages: readonly Outage[],
  arrivals: Records['arrivals'],
): string[] {
  return requests
    .filter(({ kind }) => kind === 'push')
    .flatMap((request) => {
      const count = arrivals.get(request.id) ?? 0;
      const isAnswered = request.result === request.expectedStatus;
      if (count === 1 || (count === 0 && !isAnswered)) return [];
      return [`Arrived ${count} times: ${inWords(request, proxied, outages)}`];
    });
}

function inWords(
  { id, kind, result, sentAtMs, endedAtMs }: SentRequest,
  proxied: Records['proxied'],
  outages: readonly Outage[],
): string {
  const { upstreams, upstreamStatuses } = proxied.get(id) ?? { upstreams: [] };
  const tried =
    upstreams.map((upstream, index) => `${upstream} (${upstreamStatuses?.[index]})`).join(', ') ||
    'no replica';
  const outage = outages.findLast(({ signalAtMs }) => signalAtMs <= endedAtMs);
  const since = outage
    ? `sent ${offset(sentAtMs - outage.signalAtMs)} and ended ${offset(endedAtMs - outage.signalAtMs)} from the ${outage.kind} of ${outage.replica}, which ended ${offset(outage.endedAtMs - outage.signalAtMs)}`
    : 'before any signal';
  return `${kind} ${id}: ${result}, ${since}; tried ${tried}.`;
}

const offset = (ms: number) => `${ms < 0 ? '-' : '+'}${Math.abs(Math.round(ms))} ms`;
