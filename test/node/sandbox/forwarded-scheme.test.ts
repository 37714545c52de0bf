import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import type { RequestOptions } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import { withForwardedScheme } from '../../../src/node/sandbox/forwarded-scheme.ts';

/** The URL of a request to `http://sandbox.example/market/` with this header. */
function urlWith(forwarded?: string): string {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-proto': forwarded });
  const request = new Request('http://sandbox.example/market/?a=http:', { headers });
  return withForwardedScheme(request).url;
}

/** Sends a request as a proxy does that ends TLS, to a server that answers with what `read` returns. */
async function sendForwarded(
  read: (request: Request) => Promise<string>,
  { headers, ...options }: Omit<RequestOptions, 'headers'> & { headers?: Record<string, string> },
  body = '',
): Promise<string> {
  const listener = await listen(
    async (received) => new Response(await read(withForwardedScheme(received))),
  );
  const forwarded = { ...headers, 'x-forwarded-proto': 'https' };
  try {
    return await new Promise<string>((resolve, reject) => {
      send(listener.origin, { ...options, headers: forwarded }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end(body);
    });
  } finally {
    await listener.close();
  }
}

describe('the scheme of a request to the sandbox', () => {
  for (const forwarded of ['https', 'HTTPS', ' https ', 'https,http', 'https, http, http']) {
    it(`is https where X-Forwarded-Proto is ${JSON.stringify(forwarded)}`, () => {
      assert.equal(urlWith(forwarded), 'https://sandbox.example/market/?a=http:');
    });
  }

  for (const forwarded of [
    ...[
      undefined,
      '',
      'http',
      'http, https',
      'wss',
      'javascript',
      'https:',
      'https://evil.example',
    ],
    ...['nonsense, https', ',https', 'https http', '"https"'],
  ]) {
    it(`stays http where X-Forwarded-Proto is ${JSON.stringify(forwarded)}`, () => {
      assert.equal(urlWith(forwarded), 'http://sandbox.example/market/?a=http:');
    });
  }

  it('is http again where a server with TLS stands behind a proxy without', () => {
    const headers = { 'x-forwarded-proto': 'http' };
    const { url } = withForwardedScheme(new Request('https://sandbox.example/', { headers }));
    assert.equal(url, 'http://sandbox.example/');
  });

  it('leaves the method, the headers and the body of a request as they are', async () => {
    const options = { method: 'POST', headers: { 'content-type': 'text/plain', 'x-more': 'yes' } };
    const received = await sendForwarded(
      async (request) => {
        const { method, url, headers } = request;
        const scheme = new URL(url).protocol;
        return [scheme, method, headers.get('x-more'), await request.text()].join(' ');
      },
      options,
      'täxt',
    );
    assert.equal(received, 'https: POST yes täxt');
  });

  it('leaves a request with the method TRACE as it is', async () => {
    const read = ({ method }: Request) => Promise.resolve(method);
    assert.equal(await sendForwarded(read, { method: 'TRACE' }), 'TRACE');
  });

  it('opens the sandbox to nobody whom its Host or another origin keeps out', async () => {
    const sandbox = createSandbox();
    const read = async (request: Request) => String((await sandbox.fetch(request)).status);
    for (const headers of [
      { host: 'rebound.example' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ]) {
      assert.equal(await sendForwarded(read, { path: '/sandbox/state', headers }), '403');
    }
    assert.equal(await sendForwarded(read, { path: '/sandbox/state' }), '200');
  });
});
