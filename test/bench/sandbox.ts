/**
 * How fast the sandbox is while it holds much: pushes with 5,000 grants and 4,000 waiting endlinks against few, outcomes and the console's pages with 100,000
 * waiting, and what a million interactions need. All of it in process.
 */
import { createSandbox } from '../../src/sandbox/index.ts';
import { median } from './compare.ts';

const CLIENT = {
  client_id: 'bench',
  client_secret: 'bench-secret',
  redirect_uri: 'https://buyer.example/callback',
};
const VERIFIER = 'v'.repeat(43);
const ORIGIN = 'http://localhost';

/** The last three search all of the log, and show one seller among 100,000. */
const PAGES = [
  '/',
  '/developer',
  '/sandbox/log',
  '/sandbox/lab',
  '/sandbox/log?q=nowhere',
  '/sandbox/log?group=visit',
  '/?seller=seller-50000',
];

type Sandbox = ReturnType<typeof createSandbox>;

function start(): Sandbox {
  return createSandbox({
    // A million sellers, and the one that is there from the beginning.
    maxItems: 1_000_010,
    clients: [CLIENT],
    packets: [
      { id: 'survey', endlink_url: 'https://buyer.example/' },
      { id: 'profile', client_id: 'bench', questions: ['drink'] },
    ],
    sellers: [{ id: 'seller' }],
  });
}

async function send(sandbox: Sandbox, path: string, body: object, headers = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const answer = await sandbox.fetch(new Request(ORIGIN + path, init));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

const challenge = Buffer.from(
  await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER)),
).toString('base64url');

async function connect(sandbox: Sandbox, seller_id = 'seller'): Promise<string> {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: 'bench', redirect_uri: CLIENT.redirect_uri },
    ...{ state: 's', code_challenge: challenge, code_challenge_method: 'S256' },
  });
  const { location = '' } = await send(sandbox, '/sandbox/authorizations', {
    authorize_url: `/oauth/authorize?${query}`,
    seller_id,
  });
  const code = new URL(location).searchParams.get('code');
  const { access_token = '' } = await send(sandbox, '/oauth/token', {
    ...CLIENT,
    ...{ grant_type: 'authorization_code', code, code_verifier: VERIFIER, state: 's' },
  });
  return access_token;
}

async function addSeller(sandbox: Sandbox): Promise<string> {
  return (await send(sandbox, '/sandbox/sellers', {})).seller_id ?? '';
}

async function open(sandbox: Sandbox, seller_id: string): Promise<string> {
  const order = { packet_id: 'survey', seller_id };
  return (await send(sandbox, '/sandbox/endlinks', order)).token ?? '';
}

const push = (sandbox: Sandbox, accessToken: string) =>
  send(
    sandbox,
    '/api/v5/packets/profile/sellers_packets/push',
    { id: 'profile', payload: { drink: 'tea' } },
    { authorization: `Bearer ${accessToken}` },
  );

async function perSecond(count: number, act: (index: number) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let index = 0; index < count; index += 1) await act(index);
  return Math.round((count / (performance.now() - startMs)) * 1000);
}

async function pushesPerSecond(grants: number, waiting: number): Promise<number> {
  const sandbox = start();
  const tokens: string[] = [];
  for (let index = 0; index < grants; index += 1) tokens.push(await connect(sandbox));
  for (let index = 0; index < waiting; index += 1) await open(sandbox, await addSeller(sandbox));
  const pushNext = (index: number) => push(sandbox, tokens[index % tokens.length] ?? '');
  await perSecond(500, pushNext);
  const rate = await perSecond(5000, pushNext);
  sandbox.close();
  return rate;
}

async function outcomesPerSecond(waiting: number): Promise<number> {
  const sandbox = start();
  const tokens: string[] = [];
  for (let index = 0; index < waiting; index += 1) {
    tokens.push(await open(sandbox, await addSeller(sandbox)));
  }
  const report = async (index: number) => {
    const query = `service_endlink_token=${tokens[index]}`;
    const url = `${ORIGIN}/api/v3/endlinks/complete?${query}`;
    const answer = await sandbox.fetch(new Request(url));
    if (!answer.ok) throw new Error(`outcome: ${answer.status}`);
  };
  const rate = await perSecond(Math.min(10_000, waiting), report);
  sandbox.close();
  return rate;
}

async function megabytesOf(interactions: number): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const sandbox = start();
  for (let index = 0; index < interactions; index += 1) {
    const seller_id = await addSeller(sandbox);
    await open(sandbox, seller_id);
  }
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed - before;
  sandbox.close();
  return Math.round(used / 1e6);
}

/** Measures the pages of the console: the median of 20, in milliseconds. */
async function consoleMs(waiting: number): Promise<[page: string, ms: number][]> {
  const sandbox = start();
  const grants: string[] = [];
  for (let index = 0; index < waiting; index += 1) {
    const seller = await addSeller(sandbox);
    await open(sandbox, seller);
    if (grants.length < 5000) grants.push(await connect(sandbox, seller));
  }
  // Fills the log as well.
  await perSecond(10_000, (index) => push(sandbox, grants[index % grants.length] ?? ''));
  const results: [string, number][] = [];
  for (const page of PAGES) {
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const startMs = performance.now();
      const answer = await sandbox.fetch(new Request(ORIGIN + page));
      if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
      await answer.text();
      times.push(performance.now() - startMs);
    }
    results.push([page, median(times)]);
  }
  sandbox.close();
  return results;
}

const few = await pushesPerSecond(10, 10);
const many = await pushesPerSecond(5000, 4000);
console.log(`pushes per second, 10 grants and 10 waiting endlinks:        ${few}`);
console.log(`pushes per second, 5,000 grants and 4,000 waiting endlinks:  ${many}`);
console.log(
  `outcomes per second, 100,000 waiting:                        ${await outcomesPerSecond(100_000)}`,
);
for (const [page, ms] of await consoleMs(100_000)) {
  console.log(`console, 100,000 waiting, ms: ${page.padEnd(30)} ${ms.toFixed(1)}`);
}
const interactions = Number(process.env.INTERACTIONS ?? 100_000);
console.log(
  `memory of ${interactions} interactions in MB:                      ${await megabytesOf(interactions)}`,
);
