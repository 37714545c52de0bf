import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { SelfCheck } from '../../../src/check/index.ts';
import { selfCheckOf } from '../self-check.ts';

const CLIENT_ID = 'larkfield-panel';
const SELLER_ID = 'seller-1';

const SITE = 'https://buyer.example';
const LANDING_URL = `${SITE}/pets-at-home?t={{endlink_token}}`;

/** A sandbox in which something of each kind has happened. */
export interface ConsoleScene {
  origin: string;
  /** A buyer checks a site that gives its token away. @returns the path of its page */
  checkSite(): Promise<string>;
  close(): Promise<void>;
}

/** Plays some hours of a marketplace, at a time that is always the same. */
export async function playConsoleScene(): Promise<ConsoleScene> {
  const sandbox = createSandbox({
    now: () => Date.parse('2026-03-02T09:30:00Z'),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: 'a-secret-of-the-pictures',
        name: 'Larkfield Panel',
        redirect_uri: 'http://localhost:3000/vault/callback',
      },
    ],
    packets: [
      {
        id: 'packet-1',
        name: 'Breakfast habits',
        endlink_url: `${SITE}/breakfast`,
        reward: 2.5,
      },
      {
        id: 'coffee-and-tea',
        name: 'Your coffee and tea',
        client_id: CLIENT_ID,
        questions: ['drink', 'cups a day'],
      },
      {
        id: 'packet-2',
        name: 'Pets at home',
        endlink_url: `${SITE}/pets?t={{endlink_token}}`,
        reward: 1.2,
        client_id: CLIENT_ID,
        questions: ['kind of pet'],
      },
      {
        id: 'packet-3',
        name: 'Streaming services',
        endlink_url: `${SITE}/streaming`,
        reward: 1.8,
      },
      {
        id: 'packet-4',
        name: 'Cars and commuting',
        endlink_url: `${SITE}/cars`,
        reward: 3,
      },
    ],
  });
  const listener = await listen((request) => sandbox.fetch(request), { port: 0 });
  const { origin } = listener;

  async function report(token: string, outcome: string): Promise<void> {
    await fetch(`${origin}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`, {
      headers: { origin: SITE, 'user-agent': 'Mozilla/5.0 (X11; Linux)' },
    });
  }
  const start = (packetId: string) => sandbox.startEndlink({ packetId, sellerId: SELLER_ID });

  const breakfast = await start('packet-1');
  await report(breakfast.token, 'complete');
  const { accessToken } = await sandbox.connect({ clientId: CLIENT_ID, sellerId: SELLER_ID });
  await fetch(`${origin}/api/v5/packets/coffee-and-tea/sellers_packets/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ id: 'coffee-and-tea', payload: { drink: 'Tea', 'cups a day': '3' } }),
  });
  await sandbox.advance({ seconds: 760 });
  await report((await start('packet-4')).token, 'screenout');
  await report(breakfast.token, 'complete');
  await start('packet-2');
  await sandbox.advance({ seconds: 25 });
  await sandbox.fail({ kind: 'status', status: 503, outcome: 'complete', times: 2 });
  await sandbox.fail({ kind: 'delay', delayMs: 4000, rate: 0.25, path: '/api/v5/packets/*' });
  await sandbox.setBehaviour({ head_consumes: false });

  async function checkSite(): Promise<string> {
    const submit = (path: string, fields: Record<string, string>) =>
      fetch(origin + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    await sandbox.clearFaults();
    const started = await submit('/sandbox/check', { url: LANDING_URL, expected: 'complete' });
    const path = started.headers.get('location') ?? '';
    const opened = await submit(`${path}/open`, {});
    const token = new URL(opened.headers.get('location') ?? '').searchParams.get('t') ?? '';
    const tell = (message: SelfCheck) =>
      submit(`${path}/messages`, { message: JSON.stringify(message) });
    await tell(
      selfCheckOf(`${SITE}/pets-at-home`, {
        parts: PARTS,
        recipients: [
          { address: 'https://stats.example/collect', by: 'request', isOwnOrigin: false },
        ],
        page: { hasLanded: true, scriptsBefore: ['https://stats.example/tag.js'] },
      }),
    );
    await submit(`${path}/answers`, { banner: 'none' });
    await tell(selfCheckOf(`${SITE}/thanks`, { openedAtMs: 2, page: { state: 'confirmed' } }));
    await report(token, 'complete');
    return path;
  }

  return {
    origin,
    checkSite,
    async close() {
      sandbox.close();
      await listener.close();
    },
  };
}

const PARTS = ['token', 'relay', 'elements'].map((name) => ({
  file: `vaultlink-${name}.js`,
  address: `${SITE}/vaultlink-${name}.js`,
  ...{ status: 200, contentType: 'text/javascript', isUsable: true },
}));
