import { fetchTransport, memoryStore } from 'vaultlink/bff';
import type { PushItem, PushManyOptions, VaultEvent } from 'vaultlink/bff';
import { createBackend } from '../../../src/bff/backend.ts';
import { assertUsableGrant } from '../../../src/bff/grants/usable-grant.ts';
import { pushWith } from '../../../src/bff/push/push-one.ts';
import { pushMany } from '../../../src/bff/push/push-many.ts';
import type { Sleep } from '../../../src/bff/sleep.ts';
import type { ServiceRequest } from '../../support/service/answers.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import { someOptions } from '../support/http-bff.ts';
import { standingTime } from '../support/time.ts';

/** One item that is known by its answer. */
export const item = (answer: string, subject = 'ada'): PushItem => ({
  subject,
  packetId: 'packet-1',
  answers: { question: answer },
});

export const itemsOf = (count: number): PushItem[] =>
  Array.from({ length: count }, (_, index) => item(String(index)));

/** The answer by which a push is known. */
export const answerOf = ({ body }: ServiceRequest): unknown =>
  (body.payload as { question?: unknown }).question;

/** A backend with users who have connected, the stand-in for the service, and a clock that stands still. */
export async function startBulk({
  subjects = ['ada'],
  random = () => 1,
}: { subjects?: string[]; random?: () => number } = {}) {
  const time = standingTime();
  const service = standInService({ now: time.now });
  const events: VaultEvent[] = [];
  const memory = memoryStore({ now: time.now });
  const lookedUpSubjects: string[] = [];
  const store: typeof memory = {
    ...memory,
    findGrantOfSubject(subject) {
      lookedUpSubjects.push(subject);
      return memory.findGrantOfSubject(subject);
    },
  };

  const options = someOptions();
  const backend = createBackend({
    ...options,
    store,
    now: time.now,
    onEvent: (event) => events.push(event),
    service: { ...options.service, transport: fetchTransport(service.fetch) },
  });

  async function connect(subject: string) {
    const received = { response: service.authorizeUser(subject), receivedAtMs: time.now() };
    const grant = await backend.keeper.newGrant({ subject, response: received });
    await store.connect({ id: subject, grantId: grant.id, expiresAtMs: Infinity }, grant);
    return grant;
  }
  for (const subject of subjects) await connect(subject);

  const closing = new AbortController();
  const sleepers = new Set<{ wakeTimeMs: number }>();
  const sleep: Sleep = async (milliseconds, signal) => {
    const sleeper = { wakeTimeMs: time.elapsed() + milliseconds };
    sleepers.add(sleeper);
    await time.sleep(milliseconds, signal);
    sleepers.delete(sleeper);
  };

  function run<Item extends PushItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    more?: PushManyOptions,
  ) {
    const runTime = { now: time.elapsed, sleep, random };
    return pushMany(backend, items, more, { closing: closing.signal, time: runTime });
  }

  /** Moves the clock on whenever nothing happens before the next pause ends, until the promise has settled. */
  async function passTimeUntil<T>(promise: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    const settled = () => void (state.isSettled = true);
    promise.then(settled, settled);
    while (!state.isSettled) {
      await time.settle();
      const wakeTimeMs = Math.min(...[...sleepers].map((sleeper) => sleeper.wakeTimeMs));
      if (sleepers.size) time.advance(Math.max(0, wakeTimeMs - time.elapsed()));
    }
    return promise;
  }

  // A pair that was opened once stays open: from now on nothing takes time but the clock.
  await collect(run(subjects.map((subject) => item('first', subject))));
  service.forgetRequests();
  lookedUpSubjects.length = events.length = 0;
  time.advance(1000);
  const startMs = time.now();

  const { pushEndpoint, tokenEndpoint } = service;
  return {
    service,
    pushEndpoint,
    tokenEndpoint,
    run,
    /** Pushes outside of a run, as a page does. */
    pushAlone: async (subject: string) => {
      const grant = assertUsableGrant(await store.findGrantOfSubject(subject));
      return pushWith(backend, grant, 'packet-1', { question: 'alone' });
    },
    passTimeUntil,
    /** Waits by that clock, such as before the service answers. */
    sleep: (milliseconds: number) => sleep(milliseconds),
    /** Pushes all items while time passes, and returns the results. */
    pushAll: <Item extends PushItem>(items: Iterable<Item>, more?: PushManyOptions) =>
      passTimeUntil(collect(run(items, more))),
    /** When a request arrived, counted from the start. */
    arrivedAtMs: ({ receivedAtMs }: ServiceRequest) => receivedAtMs - startMs,
    /** When each push arrived, counted from the start. */
    pushTimesMs: () => pushEndpoint.requests.map(({ receivedAtMs }) => receivedAtMs - startMs),
    lookedUpSubjects,
    events,
    time,
    store: memory,
    connect,
    close: () => closing.abort(),
  };
}

/** All that an iterable gives. */
export async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}
