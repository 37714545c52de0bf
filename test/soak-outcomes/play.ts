import { OUTCOMES } from 'vaultlink/protocol';
import type { Outcome } from 'vaultlink/protocol';
import type { OutcomeRecord, Store } from 'vaultlink/bff';
import { DyingProcess } from '../bff/outcomes/dying-process.ts';
import { START_MS, startProcess } from '../bff/outcomes/setup.ts';
import { drawFrom } from './draw.ts';
import { faultyService } from './faulty-service.ts';
import { createSeller } from './seller.ts';
import type { Seller } from './seller.ts';

const MINUTE_MS = 60_000;

/** The sellers come within an hour. */
const ARRIVALS_MS = 60 * MINUTE_MS;

/** Time between two looks of the processes and the pages. */
const TICK_MS = 10_000;

/** Number of processes that share the store. */
const REPLICAS = 2;

/** Steps of a process until it dies at the latest: a write of the outbox or a request. */
const MAX_STEPS = 400;

/** The farthest that the clock of a process is off. The last request goes out five minutes after the hour of a token. */
const MAX_SKEW_MS = 2 * MINUTE_MS;

/** Result of a run. */
export interface Played {
  sellers: readonly Seller[];
  records: ReadonlyMap<string, OutcomeRecord>;
  /** Returns the outcomes that the service has counted for a token. */
  countedOf: (token: string) => readonly string[];
  requests: number;
  deaths: number;
  clockSteps: number;
  /** Simulated minutes until nothing waited any more. */
  minutes: number;
}

/**
 * Lets sellers report through two processes that share a store, while the service is away for twenty minutes, answers are lost, processes die at any
 * write and any request, and their clocks jump. The time is simulated.
 *
 * @param openStore opens the store with the true clock
 */
export async function playOutcomes(
  openStore: (now: () => number) => Store,
  {
    outcomes,
    seed,
    onProgress,
  }: { outcomes: number; seed: number; onProgress?: (done: number) => void },
): Promise<Played> {
  const draw = drawFrom(seed);
  const time = { ms: START_MS };
  const store = openStore(() => time.ms);
  const service = faultyService(draw, () => time.ms - START_MS);
  let deaths = 0;
  let clockSteps = 0;

  function startReplica() {
    const life = new DyingProcess(draw.between(5, MAX_STEPS), draw.oneOf(['before', 'after']));
    const skewMs = draw.between(-MAX_SKEW_MS, MAX_SKEW_MS);
    const clock = {
      skewMs,
      get ms() {
        return time.ms + clock.skewMs;
      },
    };
    const process = startProcess(
      { clock, service: life.wrapService(service), store: life.wrapStore(store) },
      { anonymousCalls: { perAddressPerMinute: 1_000_000, inAllPerMinute: 1_000_000 } },
    );
    return { ...process, life, clock };
  }
  const replicas = Array.from({ length: REPLICAS }, startReplica);

  /** Puts another process in the place of one that has died. */
  function replaceDead(): void {
    replicas.forEach(({ life }, index) => {
      if (!life.hasDied()) return;
      deaths += 1;
      replicas[index] = startReplica();
    });
  }

  const sellers = Array.from({ length: outcomes }, (_, index) =>
    createSeller({
      token: `token-${index}`,
      outcome: draw.oneOf<Outcome>(OUTCOMES),
      arrivesAtMs: START_MS + Math.floor((index / outcomes) * ARRIVALS_MS),
      ageMs: draw.between(0, 10 * MINUTE_MS),
      staysMs: draw.between(0, 15 * MINUTE_MS),
      hasSecondThoughts: draw.isHit(0.05),
    }),
  );
  for (const { token, arrivesAtMs, ageMs } of sellers)
    service.issue(token, arrivesAtMs - ageMs - START_MS);

  let isOver = false;
  for (; !isOver; time.ms += TICK_MS) {
    const here = sellers.filter((seller) => seller.isHere(time.ms));
    await Promise.all(
      here.map(async (seller) => {
        const { relay, life } = draw.oneOf(replicas);
        await seller.act(time.ms, relay, life);
      }),
    );
    replaceDead();
    for (const { bff, life, clock } of replicas) {
      if (draw.isHit(0.02)) {
        clock.skewMs = draw.between(-MAX_SKEW_MS, MAX_SKEW_MS);
        clockSteps += 1;
      }
      await Promise.race([bff.outcomes.deliverDue({ limit: 500 }), life.death]);
    }
    replaceDead();
    onProgress?.(sellers.filter(({ arrivesAtMs }) => arrivesAtMs <= time.ms).length);
    const isQuiet = sellers.every((seller) => seller.hasLeft(time.ms));
    isOver = isQuiet && (await store.outbox?.nextDueAtMs('outcome')) === undefined;
  }

  const last = startProcess({ clock: time, service, store });
  const records = new Map<string, OutcomeRecord>();
  for (const { token } of sellers) {
    const record = await last.bff.outcomes.find({ token });
    if (record) records.set(token, record);
  }
  await last.bff.close();
  return {
    ...{ sellers, records, deaths, clockSteps, requests: service.requests() },
    countedOf: (token) => service.tokens.get(token)?.counted ?? [],
    minutes: (time.ms - START_MS) / MINUTE_MS,
  };
}
