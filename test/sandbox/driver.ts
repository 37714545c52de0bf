import assert from 'node:assert/strict';
import { createSandbox } from 'vaultlink/sandbox';
import type { SandboxOptions } from 'vaultlink/sandbox';
import { checked } from '../support/service-contract.ts';

/** A parsed answer; `body` is JSON where the answer is, else text. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** What a sandbox knows, as far as the tests look at it. */
interface StateBody {
  now: string;
  advanced_seconds: number;
  behaviour: Record<string, unknown>;
  replies: Record<string, Record<string, unknown>>;
  packets: {
    id: string;
    name: string;
    client_id: string | null;
    reward: number;
    questions: { name: string; answer_type: string; endlink_url?: string }[];
  }[];
  sellers: { id: string; name: string }[];
  sellers_packets: {
    packet_id: string;
    seller_id: string;
    id: string;
    state: string;
    outcome: string | null;
    reason: string | null;
    listed: boolean;
    paid: boolean;
    decided_at: string | null;
  }[];
  tokens: { token: string; state: string; used_for: string | null }[];
  faults: { id: string; kind: string; times: number }[];
  held_requests: number;
}

/** An entry of the request log. */
interface LogEntry {
  number: number;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | null;
  body_truncated: boolean;
  status: number | null;
  response: {
    status: number;
    headers: Record<string, string>;
    body: string | null;
    body_truncated: boolean;
  } | null;
  reason: string | null;
  section: string | null;
  causes: number[];
  switches: string[];
  fault: { id: string; kind: string } | null;
  token: string | null;
  outcome: string | null;
  spent: boolean;
  seller_id: string | null;
  packet_id: string | null;
  interaction_id: string | null;
  client_id: string | null;
  sender: string;
  user_agent: string | null;
  repeats: number | null;
}

/** What a click on an endlink gives. */
interface Opened {
  url: string;
  token: string;
  seller_id: string;
  interaction_id: string;
}

/** Noon; a sandbox of the tests stands still unless its clock is advanced. */
export const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** Where the requests of the tests lead. */
const ORIGIN = 'http://localhost';

/**
 * One sandbox with one packet, `packet-1`, and two sellers, `seller-1` and `seller-2`. Its responses are compared with its OpenAPI document. Paths are
 * paths within the sandbox, whatever its base path is.
 */
export function startSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({
    now: () => START_MS,
    packets: [{ name: 'Breakfast habits', endlink_url: 'https://buyer.example/survey' }],
    ...options,
  });
  const respond = checked(sandbox, options);
  const fetch = (path: string, init?: RequestInit) =>
    respond(new Request(ORIGIN + sandbox.basePath + path, init));

  const call = async (path: string, init?: RequestInit) => read(await fetch(path, init));

  const post = (path: string, body: unknown) =>
    call(`/sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });

  const open = async (packetId = 'packet-1', sellerId = 'seller-1') =>
    (await post('endlinks', { packet_id: packetId, seller_id: sellerId })).body as Opened;

  const report = (call_: string, token: string, init?: RequestInit) =>
    call(`/api/v3/endlinks/${call_}?service_endlink_token=${encodeURIComponent(token)}`, init);

  const state = async () => (await call('/sandbox/state')).body as StateBody;

  const requests = async () =>
    ((await call('/sandbox/requests')).body as { requests: LogEntry[] }).requests;

  return { sandbox, fetch, call, post, open, report, state, requests };
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (response.type === 'error') return { status, headers, body: null };
  const text = await response.text();
  const isJson = text !== '' && headers.get('content-type') === 'application/json';
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

/** The answer to a control call that was not right: 400, and one sentence for each mistake. */
export function assertRefused({ status, body }: Answer, named: readonly RegExp[]): void {
  assert.equal(status, 400);
  const { base } = (body as { errors: { base: string[] } }).errors;
  assert.equal(base.length, named.length, base.join('\n'));
  for (const pattern of named) {
    assert.ok(
      base.some((message) => pattern.test(message)),
      `${String(pattern)} in ${base.join('\n')}`,
    );
  }
}
