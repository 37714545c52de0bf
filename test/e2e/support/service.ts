import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect } from './in-engine.ts';
import { listen } from '../../../src/node/index.ts';
import { freePort } from '../../support/free-port.ts';
import { checked } from '../../support/service-contract.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import type { Behaviour, LoggedRequest, SandboxOptions } from '../../../src/sandbox/index.ts';
import type { Outcome } from '../../../src/protocol/index.ts';
import type { Claim, Witness } from './claims.ts';
import { expectDecided, failFinally, judgeLack, underWay, waitUntil } from './verdict.ts';

/** What a seller's click on an endlink gives. */
export interface Endlink {
  url: string;
  token: string;
  seller_id: string;
  interaction_id: string;
  packet_id: string;
}

/** A packet as its seller has it. */
interface SellersPacket {
  packet_id: string;
  state: string;
  outcome: string | null;
  listed: boolean;
  paid: boolean;
}

/** A sandbox on `localhost`: another site than the buyers, which are on 127.0.0.1. */
export interface Service {
  origin: string;
  /** The origin, and the base path where there is one. */
  baseUrl: string;
  /** A seller clicks the endlink of a new packet. */
  issue: (endlinkUrl: string) => Promise<Endlink>;
  /** Returns the requests that reached the service, oldest first; with a token, only those that carried it. */
  requests: (endlink?: Pick<Endlink, 'token'>) => Promise<LoggedRequest[]>;
  /** Returns the number of connections that were opened to the service. */
  connectionCount: () => number;
  /** The seller's packet of that endlink. */
  packetOf: (endlink: Pick<Endlink, 'packet_id'>) => Promise<SellersPacket>;
  setBehaviour: (update: Partial<Behaviour>) => Promise<void>;
  addFault: (order: Record<string, unknown>) => Promise<void>;
  heldCount: () => Promise<number>;
  release: () => Promise<void>;
  /** The same, and forgets the faults that have not struck. */
  calmDown: () => Promise<void>;
  advance: (seconds: number) => Promise<void>;
  /** Stops listening: every connection is refused until `accept`. */
  refuse: () => Promise<void>;
  /** Listens again, where it did before. */
  accept: () => Promise<void>;
  /** Calls back, until it is closed, whenever something has changed at the service. */
  onChange: (listener: () => void) => Promise<void>;
  /** Asks this witness, too, what pages say. */
  watch: (witness: Witness) => void;
  /** Returns the claims of all witnesses; `undefined` if there is none. */
  claims: () => Promise<Claim[] | undefined>;
  /** A call below `/sandbox`: with an order a POST, else a GET. */
  control: <Body>(path: string, order?: unknown) => Promise<Body>;
  close: () => Promise<void>;
}

/** Starts one on a free port. */
export async function startService(options: SandboxOptions = {}): Promise<Service> {
  const sandbox = createSandbox(options);
  const violations: unknown[] = [];
  const respond = checked(sandbox, options, (violation) => violations.push(violation));
  const serve = (port: number) => listen(respond, { hostname: 'localhost', port });
  // One that nobody else is given while it refuses connections.
  const port = await freePort('localhost');
  let listener = await serve(port);
  const { origin } = listener;
  const baseUrl = origin + sandbox.basePath;

  const witnesses: Witness[] = [];
  let connections = 0;
  const count = (message: unknown) => {
    if ((message as { socket: Socket }).socket.localPort === port) connections += 1;
  };
  subscribe('net.server.socket', count);

  async function control<Body>(path: string, order?: unknown): Promise<Body> {
    const init = order === undefined ? {} : { method: 'POST', body: JSON.stringify(order) };
    const headers = { 'content-type': 'application/json' };
    const answer = await respond(new Request(`${baseUrl}/sandbox/${path}`, { headers, ...init }));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  return {
    origin,
    baseUrl,
    control,
    watch: (witness) => void witnesses.push(witness),
    async claims() {
      if (!witnesses.length) return undefined;
      return (await Promise.all(witnesses.map((witness) => witness()))).flat();
    },
    async onChange(listener) {
      const { body } = await sandbox.fetch(new Request(`${baseUrl}/sandbox/events`));
      void body?.pipeTo(new WritableStream({ write: listener }));
    },
    async issue(endlinkUrl) {
      const order = { endlink_url: endlinkUrl };
      const { packet_id } = await control<{ packet_id: string }>('packets', order);
      const click = { packet_id, seller_id: 'seller-1' };
      return { ...(await control<Omit<Endlink, 'packet_id'>>('endlinks', click)), packet_id };
    },
    async requests(endlink) {
      const { requests } = await control<{ requests: LoggedRequest[] }>('requests');
      return requests.filter(({ token }) => !endlink || token === endlink.token);
    },
    connectionCount: () => connections,
    async packetOf({ packet_id }) {
      const state = await control<{ sellers_packets: SellersPacket[] }>('state');
      const found = state.sellers_packets.find((one) => one.packet_id === packet_id);
      if (!found) throw new Error(`no seller has ${packet_id}`);
      return found;
    },
    setBehaviour: async (update) => {
      await control('behaviour', update);
    },
    addFault: async (order) => {
      await control('faults', order);
    },
    heldCount: async () => (await control<{ held_requests: number }>('state')).held_requests,
    release: async () => {
      await control('faults/release', {});
    },
    async calmDown() {
      await sandbox.fetch(new Request(`${baseUrl}/sandbox/faults`, { method: 'DELETE' }));
    },
    advance: async (seconds) => {
      await control('clock', { advance_seconds: seconds });
    },
    refuse: () => listener.close(),
    async accept() {
      listener = await serve(port);
    },
    async close() {
      unsubscribe('net.server.socket', count);
      sandbox.close();
      await listener.close();
      // Each response of the service is compared with its OpenAPI document.
      if (violations.length) throw new AggregateError(violations, String(violations[0]));
    },
  };
}

/** What judges an outcome: any sandbox has it. */
export type Counter = Pick<Service, 'requests' | 'packetOf' | 'claims'>;

/** What is counted for an endlink. */
export type Counted = Pick<Endlink, 'token' | 'packet_id'>;

/** Waits until the outcome is at the seller's packet and no report is under way; there must be exactly one request that spent the token. */
export async function expectSpentOnce(
  service: Counter,
  endlink: Counted,
  outcome: Outcome,
): Promise<void> {
  const isCounted = async () => (await service.packetOf(endlink)).outcome !== null;
  if (!(await waitUntil(isCounted))) await expectCountedInTheEnd(service, endlink, outcome);
  const reports = async () =>
    underWay(await claimsAbout(service, endlink), await service.requests(endlink));
  const isAtRest = await waitUntil(async () => !(await reports()).length);
  const published = outcome === 'complete';
  await expectDecided(async () => {
    expect(await service.packetOf(endlink)).toMatchObject({
      outcome,
      state: published ? 'published' : 'filtered',
      listed: published,
      paid: published,
    });
    const spending = (await service.requests(endlink)).filter(({ spent }) => spent);
    expect(spending.map(({ outcome }) => outcome)).toEqual([outcome]);
  });
  if (!isAtRest) throw new Error(`A report is still under way: ${(await reports()).join('; ')}.`);
}

/** The same, and no other request reached the service: none that failed, no preflight. */
export async function expectOneRequest(
  service: Counter,
  endlink: Counted,
  outcome: Outcome,
): Promise<void> {
  await expectSpentOnce(service, endlink, outcome);
  const requests = await service.requests();
  // With all that is known of each: what came too much is to be explained.
  const only = expect.objectContaining({ method: 'GET', outcome, spent: true });
  await expectDecided(() => expect(requests).toEqual([only]));
}

/** Nothing reached the service, and the packet still waits. */
export async function expectUntouched(service: Counter, endlink: Counted): Promise<void> {
  const requests = await service.requests();
  const packet = await service.packetOf(endlink);
  await expectDecided(() => {
    expect(requests).toEqual([]);
    expect(packet).toMatchObject({ state: 'awaiting_outcome' });
  });
}

/** Nothing reached the service with this token, and its packet still waits. */
export async function expectUnreported(service: Counter, endlink: Counted): Promise<void> {
  const requests = await service.requests(endlink);
  const packet = await service.packetOf(endlink);
  await expectDecided(() => {
    expect(requests).toEqual([]);
    expect(packet).toMatchObject({ state: 'awaiting_outcome' });
  });
}

/** Fails, after the wait for an outcome: finally where it is lost. */
async function expectCountedInTheEnd(
  service: Counter,
  endlink: Counted,
  outcome: Outcome,
): Promise<void> {
  // The pages first: what one of them shows as confirmed is counted by then.
  const claims = await claimsAbout(service, endlink);
  const requests = await service.requests(endlink);
  if ((await service.packetOf(endlink)).outcome !== null) return;
  const { isFinal, reason } = judgeLack(claims, requests);
  const failure = `The seller's packet has no outcome ${outcome}. ${reason}`;
  if (isFinal) failFinally(failure);
  throw new Error(failure);
}

/** Returns the claims of pages about the token of an endlink, or about one that they do not name. */
export async function claimsAbout(
  service: Counter,
  { token }: Counted,
): Promise<Claim[] | undefined> {
  const claims = await service.claims();
  return claims?.filter((claim) => claim.token === undefined || claim.token === token);
}
