import { randomBytes } from 'node:crypto';

/** A call of a flood. */
export interface FloodCall {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Buffer | null;
}

const get = (path: string, headers: Record<string, string> = {}): FloodCall => ({
  ...{ method: 'GET', path, headers, body: null },
});

const word = (bytes = 24) => randomBytes(bytes).toString('base64url');

/** The call that begins to connect a browser that nobody knows. A program writes any header that a browser would not. */
export const anonymousConnect = (): FloodCall =>
  get(`/vault/connect?return_to=/${word()}`, { 'sec-fetch-site': 'none' });

/** A call without sense, of one kind after the other. @param origin of the backend */
export function junkCall(index: number, origin: string): FloodCall {
  const headers = { 'x-vaultlink': '1', origin, 'content-type': 'application/json' };
  const post = (path: string, body: FloodCall['body']): FloodCall => ({
    ...{ method: 'POST', path, headers, body },
  });
  const fields = { code: word(), code_verifier: word(48), redirect_uri: `${origin}/vault/hook` };
  switch (index % 8) {
    case 0:
      return post('/vault/exchange', randomBytes(200));
    case 1:
      return post('/vault/exchange', JSON.stringify(fields));
    case 2:
      return post('/vault/endlinks/complete', randomBytes(200));
    case 3:
      return post('/vault/endlinks/complete', JSON.stringify({ token: word() }));
    case 4:
      return post(`/vault/endlinks/${word()}`, JSON.stringify({ token: word(1500) }));
    case 5:
      return get(`/vault/${word()}/${word(60)}`);
    case 6:
      return get('/vault/session', { 'x-vaultlink': '1', origin, 'x-long': word(6000) });
    default:
      return get(`/vault/callback?code=${word()}&state=${word(32)}`, {
        cookie: `vaultlink=${word(32)}`,
      });
  }
}
