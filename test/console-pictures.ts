/** Takes the pictures of the sandbox's console: `npm run picture:console`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { SelfCheck } from '../src/check/index.ts';
import { findBrowser } from './support/find-browser.ts';
import { selfCheckOf } from './support/self-check.ts';

/** Where the pictures are. */
const FOLDER = 'docs/images/console';

const CLIENT_ID = 'larkfield-panel';
const SECRET = 'a-secret-of-the-pictures';
const REDIRECT_URI = 'http://localhost:3000/vault/callback';

const SITE = 'https://buyer.example';
const LANDING_URL = `${SITE}/pets-at-home?t={{endlink_token}}`;

const PAGES = [
  ['seller', '/'],
  ['buyer', '/developer'],
  ['log', '/sandbox/log'],
  ['lab', '/sandbox/lab'],
  ['check', '/sandbox/check'],
] as const;

const LOOKS = [
  ['light', { width: 1280, height: 860 }, 'light'],
  ['dark', { width: 1280, height: 860 }, 'dark'],
  ['phone', { width: 390, height: 844 }, 'light'],
] as const;

const sandbox = createSandbox({
  now: () => Date.parse('2026-03-02T09:30:00Z'),
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: SECRET,
      name: 'Larkfield Panel',
      redirect_uri: REDIRECT_URI,
    },
  ],
  packets: [
    { name: 'Breakfast habits', endlink_url: 'https://buyer.example/breakfast', reward: 2.5 },
    {
      name: 'Pets at home',
      endlink_url: 'https://buyer.example/pets?t={{endlink_token}}',
      reward: 1.2,
    },
    { name: 'Streaming services', endlink_url: 'https://buyer.example/streaming', reward: 1.8 },
    { name: 'Cars and commuting', endlink_url: 'https://buyer.example/cars', reward: 3 },
    {
      id: 'coffee-and-tea',
      name: 'Your coffee and tea',
      client_id: CLIENT_ID,
      questions: ['drink', 'cups a day'],
    },
  ],
});
const listener = await listen((request) => sandbox.fetch(request), { port: 0 });
const { origin } = listener;

async function post(path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string>;
}

const FROM_PAGE = { origin: 'https://buyer.example', 'user-agent': 'Mozilla/5.0 (X11; Linux)' };

async function reportOutcome(packet: string, outcome: string): Promise<string> {
  const { token = '' } = await post('/sandbox/endlinks', {
    packet_id: packet,
    seller_id: 'seller-1',
  });
  const url = `${origin}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`;
  await fetch(url, { headers: FROM_PAGE });
  return url;
}

/** A seller consents, and the buyer's backend pushes. */
async function connectAndPush(): Promise<void> {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const { location = '' } = await post('/sandbox/authorizations', {
    authorize_url: `/oauth/authorize?${query.toString()}`,
    seller_id: 'seller-1',
  });
  const { access_token = '' } = await post('/oauth/token', {
    grant_type: 'authorization_code',
    code: new URL(location).searchParams.get('code'),
    code_verifier: verifier,
    client_secret: SECRET,
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
  });
  await fetch(`${origin}/api/v5/packets/coffee-and-tea/sellers_packets/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ id: 'coffee-and-tea', payload: { drink: 'Tea', 'cups a day': '3' } }),
  });
}

const url = await reportOutcome('packet-1', 'complete');
await connectAndPush();
await post('/sandbox/clock', { advance_seconds: 760 });
await reportOutcome('packet-4', 'screenout');
await fetch(url, { headers: FROM_PAGE });
await post('/sandbox/endlinks', { packet_id: 'packet-2', seller_id: 'seller-1' });
await post('/sandbox/clock', { advance_seconds: 25 });
await post('/sandbox/faults', { kind: 'status', status: 503, outcome: 'complete', times: 2 });
await post('/sandbox/faults', {
  kind: 'delay',
  delay_ms: 4000,
  rate: 0.25,
  path: '/api/v5/packets/*',
});
await post('/sandbox/behaviour', { head_consumes: false });

const PARTS = ['token', 'relay', 'elements'].map((name) => ({
  file: `vaultlink-${name}.js`,
  address: `${SITE}/vaultlink-${name}.js`,
  ...{ status: 200, contentType: 'text/javascript', isUsable: true },
}));

/** A check of a site that gives its token away. @returns the path of its page */
async function checkSite(): Promise<string> {
  const submit = (path: string, fields: Record<string, string>) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  await fetch(`${origin}/sandbox/faults`, { method: 'DELETE' });
  const started = await submit('/sandbox/check', { url: LANDING_URL, expected: 'complete' });
  const path = started.headers.get('location') ?? '';
  const opened = await submit(`${path}/open`, {});
  const token = new URL(opened.headers.get('location') ?? '').searchParams.get('t') ?? '';
  const tell = (message: SelfCheck) =>
    submit(`${path}/messages`, { message: JSON.stringify(message) });
  await tell(
    selfCheckOf(`${SITE}/pets-at-home`, {
      parts: PARTS,
      recipients: [{ address: 'https://stats.example/collect', by: 'request', isOwnOrigin: false }],
      page: { hasLanded: true, scriptsBefore: ['https://stats.example/tag.js'] },
    }),
  );
  await submit(`${path}/answers`, { banner: 'none' });
  await tell(selfCheckOf(`${SITE}/thanks`, { openedAtMs: 2, page: { state: 'confirmed' } }));
  await fetch(`${origin}/api/v3/endlinks/complete?service_endlink_token=${token}`, {
    headers: FROM_PAGE,
  });
  return path;
}

/** What a page shows when it is used. */
async function use(page: Page, name: string): Promise<void> {
  if (name === 'check') await page.goto(origin + (await checkSite()));
  if (name === 'log') {
    await page.locator('#requests summary').first().click();
    await page.getByText('As a command').first().waitFor();
  }
  if (name === 'buyer') {
    await page
      .getByLabel('Endlink URL')
      .last()
      .fill('https://buyer.example/survey?t={{endlink_token}}');
    await page.locator('#landing-preview code').waitFor();
  }
}

const browser = await chromium.launch({ executablePath: findBrowser().executablePath });

/** A picture of the same look in a fourth of the bytes. */
async function asWebP(png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

mkdirSync(FOLDER, { recursive: true });
try {
  // The check comes last: it adds a packet.
  for (const [name, path] of PAGES) {
    for (const [look, viewport, colorScheme] of LOOKS) {
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(origin + path);
      await use(page, name);
      await page.evaluate(() => scrollTo(0, 0));
      const file = `${FOLDER}/${name}-${look}.webp`;
      writeFileSync(file, await asWebP(await page.screenshot()));
      console.log(file);
      await context.close();
    }
  }
} finally {
  await browser.close();
  sandbox.close();
  await listener.close();
}
