import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey } from 'jose';
import type { Attack } from './attack.ts';
import { listen } from './listen.ts';

/** The proxy names the user, and no other peer may. */
const NAMED_BY_PROXY = {
  variables: { VAULTLINK_SUBJECT_HEADER: 'X-User' },
  userHeaders: { 'x-user': 'honest', 'x-forwarded-for': '203.0.113.7' },
};

/** A peer of another address than the proxy. */
const STRANGER_ADDRESS = '127.0.0.2';

/** What an assertion must name. */
const CLAIMS = { iss: 'https://proxy.example', aud: 'club' };

/** Signs who the user is. */
const sign = (user: string, key: CryptoKey) =>
  new SignJWT(CLAIMS)
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(user)
    .setExpirationTime('1 hour')
    .sign(key);

export const IMPOSTORS: Attack[] = [
  {
    title: 'Mallory is signed in when a flow ends that Fay began',
    ...NAMED_BY_PROXY,
    async run({ browse, service }) {
      const gains: string[] = [];
      const browser = browse();
      const away = await browser.send('/vault/connect?return_to=/done', {
        headers: { 'x-user': 'fay', 'sec-fetch-site': 'same-origin' },
      });
      await away.text();
      const state = new URL(away.headers.get('location') ?? '').searchParams.get('state') ?? '';
      const exchanged = service.tokenEndpoint.requests.length;
      const callback = `/vault/callback?${new URLSearchParams({ code: 'code-of-mallory', state }).toString()}`;
      for (const user of ['mallory', 'fay']) {
        await (await browser.send(callback, { headers: { 'x-user': user } })).text();
        if (service.tokenEndpoint.requests.length > exchanged) {
          gains.push(`The code was exchanged when ${user} came.`);
          break;
        }
      }
      return gains;
    },
  },
  {
    title: 'a stranger who reaches the port names the user in the header of the proxy',
    ...NAMED_BY_PROXY,
    async run({ address }) {
      const { status } = await get(address, '/vault/connect', 'fay', STRANGER_ADDRESS);
      return status === 403 ? [] : [`A flow was begun for Fay: ${status}.`];
    },
  },
  {
    title: 'a stranger signs who the user is, with a key of their own and with none',
    async prepare() {
      const { privateKey, publicKey } = await generateKeyPair('ES256');
      const keys = JSON.stringify({ keys: [await exportJWK(publicKey)] });
      const { url, close } = await listen((_, answer) => answer.end(keys));
      return {
        variables: {
          VAULTLINK_SUBJECT_JWT_HEADER: 'X-Assertion',
          VAULTLINK_SUBJECT_JWT_JWKS: url,
          VAULTLINK_SUBJECT_JWT_ISSUER: CLAIMS.iss,
          VAULTLINK_SUBJECT_JWT_AUDIENCE: CLAIMS.aud,
        },
        userHeaders: { 'x-assertion': await sign('honest', privateKey) },
        close,
      };
    },
    async run({ browse }) {
      const { privateKey } = await generateKeyPair('ES256');
      const unsigned = new UnsecuredJWT(CLAIMS).setSubject('fay').setExpirationTime('1 hour');
      const gains: string[] = [];
      for (const assertion of [await sign('fay', privateKey), unsigned.encode()]) {
        const answer = await browse({ 'x-assertion': assertion }).send('/vault/connect', {
          headers: { 'sec-fetch-site': 'same-origin' },
        });
        await answer.text();
        if (answer.status !== 403) gains.push(`A flow was begun for Fay: ${answer.status}.`);
      }
      return gains;
    },
  },
  {
    title: 'two spellings of a name in bytes are to be one user',
    ...NAMED_BY_PROXY,
    async run({ address }) {
      // "fäy" in Latin-1, which is no UTF-8.
      const { status } = await get(address, '/vault/connect', 'f\u00e4y', '127.0.0.1');
      return status >= 400 && status < 500
        ? []
        : [`A flow was begun for bytes that are no UTF-8: ${status}.`];
    },
  },
];

/** Sends a request from an address of this machine. @param user the header, a byte a character */
async function get(address: string, path: string, user: string, localAddress: string) {
  const headers = { 'x-user': user, 'sec-fetch-site': 'same-origin' };
  const request = sendRequest(new URL(path, address), { headers, localAddress }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  await text(answer);
  return { status: answer.statusCode ?? 0 };
}
