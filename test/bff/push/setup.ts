import { memoryStore } from 'vaultlink/bff';
import type { PushItem, PushManyOptions, VaultEvent } from 'vaultlink/bff';
import { createBackend } from '../../../src/bff/backend.ts';
import { pushMany } from '../../../src/bff/push/push-many.ts';
import type { Sleep } from '../../../src/bff/grants/sleep.ts';
import { json } from '../support/fake-service.ts';
import { someOptions } from '../support/http-bff.ts';
import { PUSHED } from '../support/http-service.ts';
import { standingTime } from '../support/time.ts';

/** What the service is asked for: a push for a subject, or another pair of tokens. */
export interface Call {
  kind: 'push' | 'refresh';
  subject: string;
  /** By the standing clock, since the start. */
  atMs: number;
  /** The answer to `question`. */
  answer: unknown;
}

type Answer = (call: Call) => Response | undefined | Promise<Response | undefined>;

export const refused = (status: number, headers: Record<string, string> = {}) =>
  json(status, { errors: { base: [`Refused with ${status}.`] } }, headers);

/** One item whose answer tells it apart. */
export const item = (answer: string, subject = 'ada'): PushItem => ({
  subject,
  packetId: 'packet-1',
  answers: { question: answer },
});

export const itemsOf = (count: number): PushItem[] =>
  Array.from({ length: count }, (_, index) => item(String(index)));

/**
 * A backend with users who have connected, and a clock that stands still.
 *
 * @param answer what the service says; `undefined`: it takes the push, or gives tokens
 */
export async function startBulk({
  answer = () => undefined,
  subjects = ['ada'],
  random = () => 1,
}: { answer?: Answer; subjects?: string[]; random?: () => number } = {}) {
  const time = standingTime();
  let startMs = time.now();
  const calls: Call[] = [];
  const events: VaultEvent[] = [];
  const memory = memoryStore({ now: time.now });
  const looks: string[] = [];
  const store: typeof memory = {
    ...memory,
    findGrantOfSubject(subject) {
      looks.push(subject);
      return memory.findGrantOfSubject(subject);
    },
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const body = JSON.parse(init.body as string) as Record<string, unknown>;
    const { authorization = '' } = init.headers as Record<string, string>;
    const isRefresh = url.endsWith('/oauth/token');
    const token = isRefresh ? String(body.refresh_token) : authorization;
    const [, subject = ''] = /(?:access|refresh)-(.+)-token/.exec(token) ?? [];
    const payload = body.payload as { question?: unknown } | undefined;
    const kind = isRefresh ? 'refresh' : 'push';
    const call: Call = { kind, subject, atMs: time.now() - startMs, answer: payload?.question };
    calls.push(call);
    const isFirst = call.answer === 'first';
    return (
      (isFirst ? undefined : await answer(call)) ??
      json(200, isRefresh ? tokensOf(subject) : PUSHED)
    );
  }

  const options = someOptions();
  const backend = createBackend({
    ...options,
    store,
    now: time.now,
    onEvent: (event) => events.push(event),
    service: { ...options.service, fetch },
  });

  async function connect(subject: string) {
    const received = { response: tokensOf(subject), receivedAtMs: time.now() };
    const grant = await backend.keeper.newGrant({ subject, response: received });
    await store.connect({ id: subject, grantId: grant.id, expiresAtMs: Infinity }, grant);
    return grant;
  }
  for (const subject of subjects) await connect(subject);

  const closing = new AbortController();
  const sleeping = new Set<{ untilMs: number }>();
  const sleep: Sleep = async (milliseconds, signal) => {
    const one = { untilMs: time.elapsed() + milliseconds };
    sleeping.add(one);
    await time.sleep(milliseconds, signal);
    sleeping.delete(one);
  };

  function run<Item extends PushItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    more?: PushManyOptions,
  ) {
    const runTime = { now: time.elapsed, sleep, random };
    return pushMany(backend, items, more, { closing: closing.signal, time: runTime });
  }

  /** Whenever nothing goes on but waiting, it is later at once. */
  async function later<T>(promise: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    const settled = () => void (state.isSettled = true);
    promise.then(settled, settled);
    while (!state.isSettled) {
      await time.settle();
      const untilMs = Math.min(...[...sleeping].map((one) => one.untilMs));
      if (sleeping.size) time.advance(Math.max(0, untilMs - time.elapsed()));
    }
    return promise;
  }

  // What was opened once stays open: from now on nothing takes time but the clock.
  await collect(run(subjects.map((subject) => item('first', subject))));
  calls.length = looks.length = events.length = 0;
  time.advance(1000);
  startMs = time.now();

  return {
    run,
    later,
    /** Time that passes while the service works. */
    sleep: (milliseconds: number) => sleep(milliseconds),
    /** All the results, while time passes. */
    all: <Item extends PushItem>(items: Iterable<Item>, more?: PushManyOptions) =>
      later(collect(run(items, more))),
    calls,
    pushes: () => calls.filter(({ kind }) => kind === 'push'),
    looks,
    events,
    time,
    store: memory,
    connect,
    close: () => closing.abort(),
  };
}

const tokensOf = (subject: string) => ({
  access_token: `access-${subject}-token`,
  token_type: 'Bearer',
  expires_in: 86_400,
  refresh_token: `refresh-${subject}-token`,
});

/** All that an iterable gives. */
export async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

/** A promise, and what settles it. */
export function latch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
