import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { callVaultlink } from '../in-process.ts';
import type { Call } from '../in-process.ts';
import { killAll, vaultlink } from '../program.ts';

const limit = { timeout: 120_000 };

describe('vaultlink conformance', () => {
  let folder: string;
  let sandbox: Sandbox;
  let listener: Listener;
  let respond: ((request: Request) => Promise<Response>) | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    sandbox = createSandbox();
    listener = await listen((request) => (respond ?? sandbox.fetch)(request));
  });
  after(async () => {
    sandbox.close();
    await listener.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    respond = undefined;
    killAll();
  });

  /** Runs the command to its end. */
  const run = (...parameters: string[]) => resultOf(callVaultlink(['conformance', ...parameters]));

  async function resultOf({ closed, printed }: Call) {
    const [code] = await closed;
    return { code, ...printed };
  }

  /** Writes an adapter. */
  async function adapterFile(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  it('chooses the adapter of the sandbox, and prints a table by section', limit, async () => {
    const program = vaultlink(['conformance', `${listener.origin}/`]);
    const { code, out, err } = await resultOf(program);
    assert.equal(err, '');
    assert.equal(code, 0);
    const headings = out.match(/^§\d.*$/gm);
    assert.deepEqual(headings?.slice(0, 3), [
      '§1 What the service does',
      '§2.2 Token response',
      '§2.3 Sellers packet',
    ]);
    assert.match(out, /^ {2}passed {6}The id in the body must match packet_id in the path/m);
    assert.match(out, /^ {2}§7 status of an id mismatch: 422$/m);
    assert.match(out, /^(\d+) rules: \1 passed, 0 failed, 0 not tested\.$/m);
  });

  it('ends with code 1 if a rule failed, and writes JSON and JUnit', limit, async () => {
    respond = async (request) => {
      const response = await sandbox.fetch(request);
      if (!request.url.endsWith('/push') || !response.ok) return response;
      const body = (await response.json()) as object;
      return Response.json({ ...body, message: '<Done> & "dusted"' });
    };
    const junit = join(folder, 'junit.xml');
    const { code, out } = await run(listener.origin, '--json', '--junit', junit);
    assert.equal(code, 1);
    const { ok, results } = JSON.parse(out) as {
      ok: boolean;
      results: { id: string; verdict: string; saw: string; text: string }[];
    };
    assert.equal(ok, false);
    const failed = results.filter(({ verdict }) => verdict === 'failed');
    assert.deepEqual(
      failed.map(({ id }) => id),
      ['push-message'],
    );
    const xml = await readFile(junit, 'utf8');
    assert.match(
      xml,
      /<testsuites name="vaultlink conformance" tests="\d+" failures="1" skipped="0">/,
    );
    assert.match(xml, /<failure message="message is &quot;&lt;Done&gt; &amp; /);
    assert.equal(xml.match(/<testcase /g)?.length, results.length);
  });

  it(
    'uses the functions of an adapter file, and reports the rest as not tested',
    limit,
    async () => {
      const path = await adapterFile(
        'adapter.mjs',
        `export default ({ baseUrl, fetch }) => ({
        async createClient({ redirectUri }) {
          const body = JSON.stringify({ redirect_uri: redirectUri });
          const response = await fetch(baseUrl + '/sandbox/clients', { method: 'POST', body });
          const { client_id, client_secret } = await response.json();
          return { clientId: client_id, clientSecret: client_secret, redirectUri };
        },
        async createPacket({ client, questions }) {
          const body = JSON.stringify({ client_id: client.clientId, questions });
          const response = await fetch(baseUrl + '/sandbox/packets', { method: 'POST', body });
          return { packetId: (await response.json()).packet_id };
        },
      });`,
      );
      const { code, out } = await run(listener.origin, '--adapter', path);
      assert.equal(code, 0);
      assert.match(out, /passed {6}A push without an access token is refused\./);
      assert.match(
        out,
        /not tested {2}A push with a valid access token succeeds\.\n +needs authorize of the adapter/,
      );
    },
  );

  it('ends with code 2 if the adapter fails', limit, async () => {
    const path = await adapterFile(
      'failing.mjs',
      `export default { createClient() { throw new Error('the page has changed'); } };`,
    );
    const { code, out, err } = await run(listener.origin, '--adapter', path);
    assert.equal(code, 2);
    assert.match(out, /createClient of the adapter failed: the page has changed/);
    assert.equal(err, 'createClient of the adapter failed: the page has changed\n');
  });

  it('accepts the adapter that the documentation shows', limit, async () => {
    const [, example = ''] =
      /```js\n([\s\S]*?)```/.exec(readFileSync('docs/conformance.md', 'utf8')) ?? [];
    const path = await adapterFile('example.mjs', example);
    // The sandbox has no call below /admin, so the example is loaded, called, and fails there.
    const { code, err } = await run(listener.origin, '--adapter', path);
    assert.equal(err, 'createClient of the adapter failed: clients answered 404\n');
    assert.equal(code, 2);
  });

  const misuses: [title: string, parameters: (origin: string) => string[], message: RegExp][] = [
    ['no URL', () => [], /^URL must be an absolute http or https URL/],
    ['a path', () => ['/oauth'], /^URL must be an absolute http or https URL/],
    ['a URL with a user name', () => ['http://someone@127.0.0.1/'], /no user name, password/],
    [
      'a service that is not there',
      () => ['http://127.0.0.1:1/'],
      /127\.0\.0\.1:1 cannot be reached/,
    ],
    [
      'a missing adapter',
      (origin) => [origin, '--adapter', 'nowhere.mjs'],
      /^--adapter nowhere\.mjs: Cannot find module/,
    ],
    [
      'a file for JUnit that cannot be written',
      (origin) => [origin, '--junit', '/nowhere/junit.xml'],
      /^--junit \/nowhere\/junit\.xml: ENOENT/,
    ],
  ];
  for (const [title, parameters, message] of misuses) {
    it(`refuses ${title} with code 2`, limit, async () => {
      const { code, err } = await run(...parameters(listener.origin));
      assert.equal(code, 2);
      assert.match(err, message);
      assert.doesNotMatch(err, /someone/);
    });
  }

  const mistakes: [text: string, message: RegExp][] = [
    ['export const adapter = {};', /The default export must be an adapter/],
    ['export default { createPackets() {} };', /An adapter has no createPackets\. It may have: /],
    ['export default { createPacket: true };', /createPacket must be a function\./],
  ];
  for (const [index, [text, message]] of mistakes.entries()) {
    it(`refuses an adapter file with the text ${text}`, limit, async () => {
      const path = await adapterFile(`mistake-${index}.mjs`, text);
      const { code, err } = await run(listener.origin, '--adapter', path);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }
});
