import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { RouteResponse, VaultBff } from 'vaultlink/bff';
import type { HostRequest } from 'vaultlink/node';

const closers: (() => void)[] = [];
after(() => {
  for (const close of closers) close();
});

/** Serves a function of `node:http`. */
export async function serving(handler: (req: HostRequest, res: ServerResponse) => unknown) {
  const server = createServer((req, res) => void handler(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A stand-in for a backend, below `/vault`. */
export const bffOf = (answer: VaultBff['answer']) => ({ basePath: '/vault', answer });

/** Returns a response with this status. */
export const responseOf = (
  status: number,
  body: string | null = null,
  headers: RouteResponse['headers'] = {},
): RouteResponse => ({ status, headers, cookies: [], body });

/** Answers with what the backend sees. */
export const echo = bffOf(async (request) => {
  const { method, target } = request;
  const body = await request.readText(1000);
  return responseOf(200, JSON.stringify({ method, target, body }));
});

/** Calls a route with a body of JSON. */
export const post = async (url: string, body = '{"payload":{"drink":"tea"}}', headers = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

export const jsonOf = async (response: Response) =>
  (await response.json()) as Record<string, unknown>;

/** A call with a body. */
export const PUSH = '/vault/packets/coffee/push';
