import { expectRefusal, expectSame, expectSuccess, isObject, typeOf } from '../answer.ts';
import { accessTokenOf, refreshTokenOf } from '../oauth-values.ts';
import { MARGIN_SECONDS } from '../rule.ts';
import type { Rule } from '../rule.ts';
import { NotTested, RuleBroken } from '../verdict.ts';

/** The refresh_token grant, and the end of an access token. */
export const REFRESH_RULES: readonly Rule[] = [
  {
    id: 'refresh',
    sections: ['4.2', '3.2'],
    title: 'A refresh_token grant is answered with a new token pair.',
    text: 'The response to a refresh has the same shape as the initial response.',
    async check({ grant, sendRefresh }) {
      const { client, tokens } = await grant();
      return expectSuccess(await sendRefresh(client, refreshTokenOf(tokens)));
    },
  },
  {
    id: 'refresh-shape',
    sections: ['4.2'],
    title: 'The response to a refresh has the same shape as the initial response.',
    text: 'The response to a refresh has the same shape as the initial response.',
    async check({ grant, refresh }) {
      const { client, tokens } = await grant();
      const { json } = await refresh(client, refreshTokenOf(tokens));
      return expectSame(shapeOf(json), shapeOf(tokens), 'the shape');
    },
  },
  {
    id: 'refresh-new-refresh-token',
    sections: ['5', '3.2'],
    title: 'Each refresh issues a new refresh token.',
    text: 'Refresh tokens are single use; each refresh issues a new one and revokes the old one.',
    async check({ grant, refresh }) {
      const { client, tokens } = await grant();
      const sent = refreshTokenOf(tokens);
      const issued = refreshTokenOf((await refresh(client, sent)).json);
      if (issued === sent) throw new RuleBroken('the refresh token is the same as before');
      return 'the refresh token is another one';
    },
  },
  {
    id: 'refresh-chain',
    sections: ['3.2'],
    title: 'The new refresh token can be used for the next refresh.',
    text: 'The new refresh token in the response must be saved.',
    async check({ grant, refresh, sendRefresh }) {
      const { client, tokens } = await grant();
      const sent = refreshTokenOf(tokens);
      const issued = refreshTokenOf((await refresh(client, sent)).json);
      if (issued === sent) throw new NotTested('needs a new refresh token');
      return expectSuccess(await sendRefresh(client, issued));
    },
  },
  {
    id: 'refresh-token-single-use',
    sections: ['3.2', '2.2', '4.2', '5'],
    title: 'A refresh token is revoked once used.',
    text: 'Revoked. The new refresh token in the response must be saved.',
    async check({ grant, refresh, sendRefresh }) {
      const { client, tokens } = await grant();
      await refresh(client, refreshTokenOf(tokens));
      const again = await sendRefresh(client, refreshTokenOf(tokens));
      return expectRefusal(again);
    },
  },
  {
    id: 'refresh-of-its-client',
    sections: ['5'],
    title: 'A refresh token is not exchanged for another client.',
    text: 'Client credentials are client_id, client_secret and redirect_uri.',
    async check({ grant, secondClient, sendRefresh }) {
      const { tokens } = await grant();
      return expectRefusal(await sendRefresh(await secondClient(), refreshTokenOf(tokens)));
    },
  },
  {
    id: 'refreshed-access-token',
    sections: ['3.2'],
    title: 'The access token of a refresh allows pushes.',
    text: 'New token pair issued.',
    async check({ grant, firstPacket, push, refresh, sendPush }) {
      const [{ client, tokens, accessToken }, id] = [await grant(), await firstPacket()];
      await push(id, { drink: 'tea' }, accessToken);
      const { json } = await refresh(client, refreshTokenOf(tokens));
      const body = { id, payload: { drink: 'tea' } };
      return expectSuccess(await sendPush(id, body, accessTokenOf(json)));
    },
  },
  {
    id: 'access-token-lifetime',
    sections: ['8', '2.2', '5'],
    title: 'An access token is valid for 24 hours.',
    text: '24 hours (86400 seconds)',
    movesClock: true,
    async check({ grant, firstPacket, push, sendPush, advance }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      await push(id, { drink: 'tea' }, accessToken);
      await advance(86_400 - MARGIN_SECONDS);
      return expectSuccess(await sendPush(id, { id, payload: { drink: 'tea' } }, accessToken));
    },
  },
  {
    id: 'access-token-expired',
    sections: ['7', '3.2', '8'],
    title: 'A push with an expired access token is answered with 401.',
    text: 'HTTP 401 Unauthorized.',
    movesClock: true,
    async check({ grant, firstPacket, push, sendPush, advance }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      await push(id, { drink: 'tea' }, accessToken);
      await advance(86_400 + MARGIN_SECONDS);
      const { status } = await sendPush(id, { id, payload: { drink: 'tea' } }, accessToken);
      return expectSame(status, 401, 'the status');
    },
  },
  {
    id: 'refresh-after-expiry',
    sections: ['3.2'],
    title: 'A refresh token outlives its access token.',
    text: 'New token pair issued.',
    movesClock: true,
    async check({ grant, refresh, sendRefresh, advance }) {
      const [fresh, { client, tokens }] = [await grant(), await grant()];
      // Another rule is about the refresh itself.
      await refresh(fresh.client, refreshTokenOf(fresh.tokens));
      await advance(86_400 + MARGIN_SECONDS);
      return expectSuccess(await sendRefresh(client, refreshTokenOf(tokens)));
    },
  },
];

const shapeOf = (json: unknown): string =>
  isObject(json)
    ? Object.entries(json)
        .map(([name, value]) => `${name}: ${typeof value}`)
        .sort()
        .join(', ')
    : typeOf(json);
