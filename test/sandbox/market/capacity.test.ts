import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import { withBoundedBody } from '../../../src/sandbox/control/admission.ts';
import { authorizeUrl, CLIENT, startOAuth } from '../oauth-driver.ts';

const LONG = 'x'.repeat(1024 * 1024 + 1);

describe('what the sandbox keeps, with maxItems', () => {
  it('is no more of codes and clients', async () => {
    const { codeOf, post } = startOAuth({
      maxItems: 3,
      clients: [CLIENT],
      packets: [{ id: 'profile', client_id: 'buyer-app', questions: ['name'] }],
      sellers: [{ id: 'seller-1' }],
    });
    for (let count = 0; count < 3; count += 1) await codeOf();
    const order = { authorize_url: authorizeUrl(), seller_id: 'seller-1' };
    const fourth = await post('authorizations', order);
    assert.equal(fourth.status, 507);
    assert.match(JSON.stringify(fourth.body), /3 authorization codes/);
    const client = { redirect_uri: 'https://buyer.example/' };
    assert.equal((await post('clients', client)).status, 201);
    assert.equal((await post('clients', client)).status, 201);
    assert.match(JSON.stringify((await post('clients', client)).body), /3 clients/);
  });

  it('lets a vault that is full be pushed into again', async () => {
    const sandbox = createSandbox({
      maxItems: 2,
      clients: [CLIENT],
      packets: [{ id: 'profile', client_id: 'buyer-app', questions: ['name'] }],
      sellers: [{ id: 'a' }, { id: 'b' }],
    });
    const tokens = [
      await sandbox.connect({ sellerId: 'a' }),
      await sandbox.connect({ sellerId: 'b' }),
    ];
    const push = async (accessToken = '', packet = 'profile') => {
      const answer = await sandbox.fetch(
        new Request(`http://localhost/api/v5/packets/${packet}/sellers_packets/push`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id: packet, payload: { name: 'A' } }),
        }),
      );
      return answer.status;
    };
    const [one, two] = tokens.map(({ accessToken }) => accessToken);
    const second = await sandbox.addPacket({ clientId: 'buyer-app', questions: ['name'] });
    assert.deepEqual([await push(one), await push(two), await push(one)], [200, 200, 200]);
    assert.equal(await push(one, second.packetId), 507);
  });
});

describe('a body that is read', () => {
  const post = (body: BodyInit) =>
    new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);

  it('is complete if it came in pieces', async () => {
    const pieces = ['{"a":', '"é', '"}'].map((text) => new TextEncoder().encode(text));
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    const read = await withBoundedBody(post(stream));
    assert.ok(typeof read === 'object');
    assert.equal(read.body, '{"a":"é"}');
    assert.equal(await read.request.text(), '{"a":"é"}');
  });

  it('is cancelled if it is too long', async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(700_000)),
      cancel: () => void (isCancelled = true),
    });
    assert.equal(await withBoundedBody(post(stream)), 'too_large');
    assert.ok(isCancelled);
  });

  it('is too long in a browser that shows no stream, too', async () => {
    const request = post(LONG);
    Object.defineProperty(request, 'body', { value: undefined });
    assert.equal(await withBoundedBody(request), 'too_large');
  });
});
