import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fetchTransport } from '../../../src/bff/index.ts';
import { transportSuite } from './service-transport-suite.ts';

transportSuite('fetch', () => fetchTransport());

it('A transport on fetch asks no cache, and sends a body without the settings of a cache.', async () => {
  const inits: RequestInit[] = [];
  const transport = fetchTransport((_, init) => {
    inits.push(init);
    return Promise.resolve(new Response());
  });
  const limits = { headers: {}, timeoutMs: 60_000, mostBytes: 100 };
  await transport({ method: 'GET', url: 'https://service.example', ...limits });
  await transport({ method: 'POST', url: 'https://service.example', body: '{}', ...limits });
  assert.deepEqual(
    inits.map(({ cache }) => cache),
    ['no-store', undefined],
  );
});
