import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { SentRequest } from './judge.ts';

/** Connections that are kept to the proxy, as by browsers. */
const CONNECTIONS = 64;

/** How often requests leave that are due. */
const TICK_MS = 5;

/** Of so many requests a third are pushes, and one begins to connect another browser. The others ask for the session. */
const ROUND = 30;

/** A request before it is sent. */
interface Draft {
  kind: SentRequest['kind'];
  expectedStatus: number;
  path: string;
  cookie?: string | undefined;
  /** The answers of a push, beside its id. */
  answers?: object;
}

/** The users of a backend. */
export interface Load {
  /** Connects browsers, one after the other. */
  connect(count: number): Promise<void>;
  /** Sends requests at this rate until {@link end}. */
  begin(perSecond: number): void;
  /** Waits for what is in flight. */
  end(): Promise<void>;
  /** All that was sent, in order. */
  requests: readonly SentRequest[];
}

/** @param certificate of the proxy */
export function createLoad(origin: string, certificate: string): Load {
  const agent = new Agent({ connections: CONNECTIONS, connect: { ca: certificate } });
  const requests: SentRequest[] = [];
  /** The cookie of each browser that is connected. */
  const sessions: string[] = [];
  const inFlight = new Set<Promise<unknown>>();
  const stop = new AbortController();

  /** @returns the answer, where it is what was expected */
  async function send({ kind, expectedStatus, path, cookie = '', answers }: Draft) {
    const id = `r${requests.length + 1}`;
    const sent: SentRequest = {
      ...{ id, kind, expectedStatus, result: 'not answered' },
      ...{ sentAtMs: performance.now(), endedAtMs: Infinity },
    };
    requests.push(sent);
    const fromPage = { 'x-vaultlink': '1', origin, 'sec-fetch-site': 'same-origin', cookie };
    const json = answers && { 'content-type': 'application/json' };
    try {
      const { statusCode, headers, body } = await agent.request({
        ...{ origin, path, method: answers ? 'POST' : 'GET' },
        headers: { ...fromPage, ...json, 'x-soak-id': id },
        body: answers ? JSON.stringify({ payload: { ...answers, id } }) : null,
      });
      await body.dump();
      sent.result = statusCode;
      return statusCode === expectedStatus ? headers : undefined;
    } catch (error) {
      sent.result = String(error);
      return undefined;
    } finally {
      sent.endedAtMs = performance.now();
    }
  }

  async function connectOne(): Promise<void> {
    const path = '/vault/connect?return_to=/done';
    const away = await send({ kind: 'connect', expectedStatus: 302, path });
    if (!away) return;
    const state = new URL(String(away.location)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'code-1', state }).toString();
    const back = await send({
      ...{ kind: 'callback', expectedStatus: 303, path: `/vault/callback?${query}` },
      cookie: cookiesOf(away['set-cookie']),
    });
    if (back) sessions.push(cookiesOf(back['set-cookie']));
  }

  /** The next request of the mixture; `index` counts them. */
  function sendNext(index: number): Promise<unknown> {
    const cookie = sessions[index % sessions.length];
    if (index % ROUND === 0) return connectOne();
    return index % 3 === 0
      ? send({
          ...{ kind: 'push', expectedStatus: 200, path: '/vault/packets/packet-1/push', cookie },
          answers: { question: 'an answer of middling length' },
        })
      : send({ kind: 'session', expectedStatus: 200, path: '/vault/session', cookie });
  }

  async function keepSending(perSecond: number): Promise<void> {
    const startedMs = performance.now();
    const before = requests.length;
    for (let index = 1; !stop.signal.aborted;) {
      const due = ((performance.now() - startedMs) / 1000) * perSecond;
      while (requests.length - before < due) {
        const sent = sendNext(index++).finally(() => inFlight.delete(sent));
        inFlight.add(sent);
      }
      await sleep(TICK_MS);
    }
  }

  return {
    requests,
    async connect(count) {
      for (let number = 0; number < count; number += 1) await connectOne();
      if (sessions.length < count) throw new Error('Not every browser was connected.');
    },
    begin: (perSecond) => {
      void keepSending(perSecond);
    },
    async end() {
      stop.abort();
      await Promise.all(inFlight);
      await agent.close();
    },
  };
}

/** Returns the Cookie header that a browser sends back. */
const cookiesOf = (lines: string | string[] = []): string =>
  [lines]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ');
