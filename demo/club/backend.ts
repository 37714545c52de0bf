import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ClientOptions } from 'vaultlink/bff';

type Reply = [status: number, body: unknown, headers?: Record<string, string>];

const refuse = (status: number, error: string): Reply => [
  status,
  { error, error_description: 'The request was refused.' },
];

/**
 * Creates a backend without Vaultlink, with the hook and a push. It lacks what `vaultlink/bff` adds: refresh, storage, retries and a session to check. So
 * its members must connect again after a day, or when it was stopped.
 */
export function clubBackend(serviceOrigin: string, origin: string, client: ClientOptions): Server {
  const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = client;
  const tokens = new Map<string, string>();

  const call = (path: string, body: object, token = '') =>
    fetch(serviceOrigin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });

  async function reply(request: IncomingMessage): Promise<Reply> {
    const { headers, url = '' } = request;
    // Forms and pages of other sites cannot send this header.
    const isOurs = headers['x-vaultlink'] === '1' && headers.origin === origin;
    if (!isOurs) return refuse(403, 'forbidden_origin');
    const body = (await json(request)) as Record<string, string>;
    if (url === '/vault/exchange') {
      const { code, code_verifier, state } = body;
      const secrets = { client_id, client_secret, redirect_uri, code, code_verifier, state };
      const answer = await call('/oauth/token', { grant_type: 'authorization_code', ...secrets });
      if (!answer.ok) return refuse(502, 'service_error');
      const { access_token, expires_in } = (await answer.json()) as Record<string, string>;
      const session = randomUUID();
      tokens.set(session, String(access_token));
      const expires_at = new Date(Date.now() + Number(expires_in) * 1000);
      const cookie = `club=${session}; Path=/; HttpOnly; SameSite=Strict`;
      return [200, { connected: true, expires_at }, { 'set-cookie': cookie }];
    }
    const packetId = /^\/vault\/packets\/([\w-]+)\/push$/.exec(url)?.[1];
    if (!packetId) return refuse(404, 'not_found');
    const token = tokens.get(/\bclub=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');
    if (!token) return refuse(401, 'not_connected');
    const push = { id: packetId, payload: body.payload };
    const answer = await call(`/api/v5/packets/${packetId}/sellers_packets/push`, push, token);
    if (answer.status === 401) return refuse(409, 'reconnect_required');
    return answer.ok ? [200, await answer.json()] : refuse(422, 'validation_failed');
  }

  return createServer((request, response) => {
    void reply(request)
      .catch(() => refuse(502, 'service_unreachable'))
      .then(([status, body, headers]) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      });
  });
}
