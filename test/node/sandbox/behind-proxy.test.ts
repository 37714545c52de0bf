import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Agent, fetch } from 'undici';
import type { RequestInit, Response } from 'undici';
import { nginxIsMissing, startNginx, tlsLines } from '../../support/nginx-server.ts';
import type { Nginx } from '../../support/nginx-server.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';

const DOCS = new URL('../../../docs/sandbox.md', import.meta.url);
const LANDING = 'https://survey.example/';

/** Address of the sandbox in the docs. */
const UPSTREAM = 'http://127.0.0.1:4800';

/** Returns the `location` block of the docs, with the address of a sandbox. */
function documentedLocation(origin: string): string {
  const [, block = ''] = /```nginx\n(location [^`]+)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];
  assert.ok(block.includes(UPSTREAM), 'docs/sandbox.md has no such block for nginx.');
  return block.replace(UPSTREAM, origin);
}

/** A program that hangs fails here. */
const limit = { timeout: 120_000, skip: nginxIsMissing };

describe('the sandbox behind nginx with TLS and a path', limit, () => {
  let nginx: Nginx;
  let agent: Agent;
  /** The `{base_url}` of a buyer outside. */
  let baseUrl: string;
  let call: (path: string, init?: RequestInit) => Promise<Response>;
  let post: (path: string, fields: Record<string, string>) => Promise<Response>;

  before(async () => {
    const parameters = ['--port', '0', '--base-path', '/market', '--endlink', LANDING];
    const program = callVaultlink(['sandbox', ...parameters]);
    const [, origin = ''] = await program.says(/^listening on (\S+)\/market\n/);
    nginx = await startNginx(
      (place) => `server {\n  ${tlsLines(place)}\n${documentedLocation(origin)}}`,
    );
    baseUrl = `https://127.0.0.1:${nginx.port}/market`;
    agent = new Agent({ connect: { ca: nginx.certificate }, bodyTimeout: 0 });
    call = (path, init) =>
      fetch(baseUrl + path, { redirect: 'manual', dispatcher: agent, ...init });
    // As a browser without Fetch Metadata posts the form of a page.
    post = (path, fields) =>
      call(path, {
        method: 'POST',
        headers: { origin: new URL(baseUrl).origin },
        body: new URLSearchParams(fields),
      });
  });
  after(async () => {
    await agent.destroy();
    await nginx.close();
    await stopCalls();
  });

  /** Starts the packet by the form of the console. Returns the token in the landing URL. */
  async function openPacket(): Promise<string> {
    const opened = await post('/sandbox/console/open', {
      packet_id: 'packet-1',
      seller_id: 'seller-1',
    });
    assert.equal(opened.status, 303, await opened.text());
    const landing = new URL(opened.headers.get('location') ?? '');
    assert.equal(landing.origin + landing.pathname, LANDING);
    return landing.searchParams.get('service_endlink_token') ?? '';
  }

  it('serves the console and its files below the path', async () => {
    const page = await call('/');
    assert.equal(page.status, 200);
    const addresses = [...(await page.text()).matchAll(/<(?:link|script) [^>]*"(\/[^"]+)"/g)];
    assert.ok(addresses.length >= 2, 'The page has a style and a script.');
    for (const [, address = ''] of addresses) {
      assert.ok(address.startsWith('/market/'), address);
      assert.equal((await call(address.slice('/market'.length))).status, 200, address);
    }
  });

  it('accepts a form, and shows the base URL with https and the path', async () => {
    const created = await post('/sandbox/console/clients', {
      name: 'Shop',
      redirect_uri: 'https://shop.example/vault/callback',
    });
    assert.equal(created.status, 303, await created.text());
    const location = created.headers.get('location') ?? '';
    assert.ok(location.startsWith('/market/'), location);
    const shown = await (await call(location.slice('/market'.length))).text();
    assert.match(shown, new RegExp(`VAULTLINK_BASE_URL=${baseUrl}\\s`));
  });

  it('writes no address of its own with http', async () => {
    for (const path of ['/', '/developer', '/sandbox/log', '/sandbox/check']) {
      const text = await (await call(path)).text();
      assert.ok(!text.includes(`http://${new URL(baseUrl).host}`), path);
    }
    const check = await (await call('/sandbox/check')).text();
    assert.ok(check.includes(`data-base-url=&quot;${baseUrl}&quot;`), 'The tag to copy.');
    const { servers } = (await (await call('/sandbox/openapi.json')).json()) as {
      servers: { url: string }[];
    };
    assert.equal(servers[0]?.url, baseUrl);
  });

  it('takes the consent of a seller, and names itself as the issuer with https', async () => {
    await call('/sandbox/behaviour', { method: 'POST', body: '{"authorization_iss":true}' });
    const { clients } = (await (await call('/sandbox/state')).json()) as {
      clients: { client_id: string; redirect_uri: string }[];
    };
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: clients[0]?.client_id ?? '', state: 'abc' },
      ...{ redirect_uri: clients[0]?.redirect_uri ?? '', scope: 'push_packet' },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
    });
    const allowed = await post(`/oauth/authorize?${query.toString()}`, {
      seller_id: 'seller-1',
      decision: 'allow',
    });
    assert.equal(allowed.status, 303, await allowed.text());
    const back = new URL(allowed.headers.get('location') ?? '');
    assert.equal(back.searchParams.get('iss'), baseUrl);
  });

  it('tells an open console of a report at once, and counts the report', async () => {
    const token = await openPacket();
    const { body } = await call('/sandbox/events');
    assert.ok(body);
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let heard = '';
    const hear = async (text: string) => {
      while (!heard.includes(text)) {
        const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
        assert.ok(!done, `The stream ended after: ${heard}`);
        heard += decoder.decode(value, { stream: true });
      }
    };
    await hear('retry: ');
    const report = `/api/v3/endlinks/complete?service_endlink_token=${encodeURIComponent(token)}`;
    const reported = await call(report, { headers: { origin: new URL(LANDING).origin } });
    assert.equal(reported.status, 200);
    assert.equal(reported.headers.get('access-control-allow-origin'), '*');
    await hear('event: log');
    await hear('event: state');
    await reader.cancel();
    const state = (await (await call('/sandbox/state')).json()) as {
      sellers_packets: { state: string }[];
    };
    assert.deepEqual(
      state.sellers_packets.map((packet) => packet.state),
      ['published'],
    );
  });
});
