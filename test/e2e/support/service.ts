import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect } from './in-engine.ts';
import { listen } from '../../../src/node/index.ts';
import { freePort } from '../../support/free-port.ts';
import { checked } from '../../support/service-contract.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import type { Behaviour, LoggedRequest, SandboxOptions } from '../../../src/sandbox/index.ts';
import type { Outcome } from '../../../src/protocol/index.ts';

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
  /** What reached the service, oldest first; with a token, only what carried it. */
  requests: (endlink?: Endlink) => Promise<LoggedRequest[]>;
  /** How many connections were opened to the service. */
  connectionCount: () => number;
  /** The seller's packet of that endlink. */
  packetOf: (endlink: Endlink) => Promise<SellersPacket>;
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
  /** A call below `/sandbox`: with an order a POST, else a GET. */
  control: <Body>(path: string, order?: unknown) => Promise<Body>;
  close: () => Promise<void>;
}

/** Starts one on a free port. */
export async function startService(options: SandboxOptions = {}): Promise<Service> {
  const sandbox = createSandbox(options);
  const violations: unknown[] = [];
  const respond = checked(sandbox, options.behaviour, (violation) => violations.push(violation));
  const serve = (port: number) => listen(respond, { hostname: 'localhost', port });
  // One that nobody else is given while it refuses connections.
  const port = await freePort('localhost');
  let listener = await serve(port);
  const { origin } = listener;
  const baseUrl = origin + sandbox.basePath;

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

/** Waits until the outcome is at the seller's packet; there must be exactly one request that spent the token. */
export async function expectSpentOnce(
  service: Service,
  endlink: Endlink,
  outcome: Outcome,
): Promise<void> {
  await expect.poll(async () => (await service.packetOf(endlink)).outcome).toBe(outcome);
  const published = outcome === 'complete';
  expect(await service.packetOf(endlink)).toMatchObject({
    state: published ? 'published' : 'filtered',
    listed: published,
    paid: published,
  });
  const spending = (await service.requests(endlink)).filter(({ spent }) => spent);
  expect(spending.map(({ outcome }) => outcome)).toEqual([outcome]);
}

/** The same, and no other request reached the service: none that failed, no preflight. */
export async function expectOneRequest(
  service: Service,
  endlink: Endlink,
  outcome: Outcome,
): Promise<void> {
  await expectSpentOnce(service, endlink, outcome);
  const requests = await service.requests();
  // With all that is known of each: what came too much is to be explained.
  expect(requests).toEqual([expect.objectContaining({ method: 'GET', outcome, spent: true })]);
}

/** Nothing reached the service, and the packet still waits. */
export async function expectUntouched(service: Service, endlink: Endlink): Promise<void> {
  expect(await service.requests()).toEqual([]);
  expect(await service.packetOf(endlink)).toMatchObject({ state: 'awaiting_outcome' });
}
