import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { startSandbox } from '../driver.ts';
import { startOAuth } from '../oauth-driver.ts';

describe('a status fault', () => {
  it('answers with its status, headers and body before the service sees the request', async () => {
    const { open, report, post } = startSandbox();
    const { token } = await open();
    const fault = await post('faults', {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '2' },
      body: { error: 'slow_down' },
    });
    assert.equal(fault.status, 201);
    const answer = await report('complete', token);
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '2');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-expose-headers'), 'Retry-After');
    assert.deepEqual(answer.body, { error: 'slow_down' });
    assert.equal((await report('complete', token)).status, 200);
  });

  it('after the service has processed the request leaves the token spent', async () => {
    const { open, report, post, state, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'status', status: 502, body: 'Bad gateway', processed: true });
    const answer = await report('complete', token);
    assert.equal(answer.status, 502);
    assert.equal(answer.body, 'Bad gateway');
    assert.equal((await report('complete', token)).status, 422);
    assert.equal((await state()).sellers_packets[0]?.state, 'published');
    assert.deepEqual(
      (await requests()).map(({ status, spent }) => [status, spent]),
      [
        [502, true],
        [422, false],
      ],
    );
  });

  it('has the shape of the interface where no body is given', async () => {
    const { report, post } = startSandbox();
    await post('faults', { kind: 'status', status: 503 });
    const { body } = await report('complete', 'any');
    assert.deepEqual(body, { errors: { base: ['A fault of the sandbox.'] } });
  });

  it('keeps its own header about who may read it', async () => {
    const { report, post } = startSandbox();
    const headers = { 'access-control-allow-origin': 'https://other.example' };
    await post('faults', { kind: 'status', status: 503, headers });
    const answer = await report('complete', 'any');
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://other.example');
  });

  it('can have a status that allows no body', async () => {
    const { report, post } = startSandbox();
    await post('faults', { kind: 'status', status: 204, body: 'none' });
    assert.equal((await report('complete', 'any')).status, 204);
  });
});

describe('a dropped connection', () => {
  it('spends no token if the service did not see the request', async () => {
    const { open, fetch, report, post, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'drop' });
    const cut = await fetch(`/api/v3/endlinks/complete?service_endlink_token=${token}`);
    assert.equal(cut.type, 'error');
    assert.equal((await report('complete', token)).status, 200);
    assert.deepEqual(
      (await requests()).map(({ status, spent }) => [status, spent]),
      [
        [0, false],
        [200, true],
      ],
    );
  });

  it('spends the token if the service processed the request before', async () => {
    const { open, fetch, post, state, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'drop', processed: true });
    const cut = await fetch(`/api/v3/endlinks/complete?service_endlink_token=${token}`);
    assert.equal(cut.type, 'error');
    assert.equal((await state()).sellers_packets[0]?.state, 'published');
    assert.equal((await requests())[0]?.spent, true);
  });
});

describe('a held request', () => {
  it('waits for its release, and only then reaches the service', async () => {
    const { open, report, post, state, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'hold' });
    const answer = report('complete', token);
    assert.equal((await state()).held_requests, 1);
    assert.equal((await requests())[0]?.status, null);
    assert.equal((await state()).sellers_packets[0]?.state, 'awaiting_outcome');
    assert.deepEqual((await post('faults/release', {})).body, { released: 1 });
    assert.equal((await answer).status, 200);
    assert.equal((await requests())[0]?.status, 200);
    assert.equal((await state()).held_requests, 0);
  });

  it('is handled before with processed, so that only the response waits', async () => {
    const { open, report, post, state } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'hold', processed: true });
    const answer = report('quota_full', token);
    assert.equal((await report('complete', token)).status, 422);
    assert.equal((await state()).sellers_packets[0]?.reason, 'quota_full');
    await post('faults/release', {});
    assert.equal((await answer).status, 200);
  });

  for (const [how, end] of [
    ['a reset', (post: ReturnType<typeof startSandbox>['post']) => post('reset', {})],
    ['close()', (_: unknown, close: () => void) => close()],
  ] as const) {
    it(`is cut by ${how}`, async () => {
      const { fetch, post, sandbox } = startSandbox();
      await post('faults', { kind: 'hold' });
      const answer = fetch('/api/v3/endlinks/complete?service_endlink_token=any');
      await end(post, () => sandbox.close());
      assert.equal((await answer).type, 'error');
    });
  }
});

describe('an answer that is cut', () => {
  it('has the status and half of the body that the service gave, and announces all of it', async () => {
    const { open, fetch, post, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'cut' });
    const answer = await fetch(`/api/v3/endlinks/complete?service_endlink_token=${token}`);
    const whole = '{"message":"Outcome recorded","outcome":"complete"}';
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), `${whole.length}`);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(await answer.text(), whole.slice(0, whole.length / 2));
    assert.equal((await requests())[0]?.spent, true);
  });

  for (const shape of ['json', 'empty'] as const) {
    it(`breaks off under way (${shape})`, async () => {
      const { open, post, sandbox } = startSandbox();
      await post('replies', { outcome_success: { shape } });
      const { token } = await open();
      await post('faults', { kind: 'cut' });
      const listener = await listen((request) => sandbox.fetch(request));
      const path = `/api/v3/endlinks/complete?service_endlink_token=${token}`;
      const answer = await fetch(listener.origin + path);
      assert.equal(answer.status, 200);
      await assert.rejects(answer.text(), TypeError);
      await listener.close();
    });
  }

  it('is always one that the service gave', async () => {
    const { post } = startSandbox();
    assert.equal((await post('faults', { kind: 'cut', processed: false })).status, 400);
  });
});

describe('a redirect loop', () => {
  it('redirects to the requested address, as often as times says, and spends no token', async () => {
    const { open, fetch, report, post, requests } = startSandbox();
    const { token } = await open();
    await post('faults', { kind: 'loop', times: 2 });
    const path = `/api/v3/endlinks/complete?service_endlink_token=${token}`;
    for (const answer of [await fetch(path), await fetch(path)]) {
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get('location'), path);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
    assert.equal((await report('complete', token)).status, 200);
    assert.deepEqual(
      (await requests()).map(({ spent }) => spent),
      [false, false, true],
    );
  });
});

describe('the requests that a fault applies to', () => {
  it('are chosen by outcome, in both of its forms', async () => {
    const { report, post } = startSandbox();
    await post('faults', { kind: 'status', status: 503, outcome: 'fail', times: 2 });
    assert.equal((await report('complete', 'any')).status, 401);
    assert.equal((await report('fail', 'any')).status, 503);
    assert.equal((await report('fail.html', 'any')).status, 503);
    assert.equal((await report('fail', 'any')).status, 401);
  });

  it('are chosen by the exact path', async () => {
    const { report, post } = startSandbox();
    const path = '/api/v3/endlinks/complete.html';
    await post('faults', { kind: 'status', status: 503, path });
    assert.equal((await report('complete', 'any')).status, 401);
    assert.equal((await report('complete.html', 'any')).status, 503);
  });

  it('are neither preflights nor requests to the sandbox itself', async () => {
    const { report, post, call } = startSandbox();
    await post('faults', { kind: 'status', status: 503 });
    assert.equal((await report('complete', 'any', { method: 'OPTIONS' })).status, 204);
    assert.equal((await call('/')).status, 200);
    assert.equal((await report('complete', 'any')).status, 503);
  });

  it('meet the faults in the order in which they were added', async () => {
    const { report, post, state } = startSandbox();
    await post('faults', { kind: 'status', status: 500 });
    await post('faults', { kind: 'status', status: 503, times: 5 });
    assert.equal((await report('complete', 'any')).status, 500);
    assert.equal((await report('complete', 'any')).status, 503);
    assert.deepEqual(
      (await state()).faults.map(({ id, times }) => [id, times]),
      [['fault-2', 4]],
    );
  });

  it('are none after all faults are removed, and held requests continue', async () => {
    const { report, post, call } = startSandbox();
    await post('faults', { kind: 'hold' });
    await post('faults', { kind: 'drop' });
    const held = report('complete', 'any');
    const removed = await call('/sandbox/faults', { method: 'DELETE' });
    assert.deepEqual(removed.body, { removed: 1, released: 1 });
    assert.equal((await held).status, 401);
    assert.equal((await report('complete', 'any')).status, 401);
  });

  it('are chosen by a pattern of the path, the method, the client and the seller', async () => {
    const { connect, push, report, post, open } = startOAuth();
    const { access_token } = await connect('seller-1');
    const other = (await connect('seller-2')).access_token;
    const order = { kind: 'status', status: 503 };
    await post('faults', {
      ...order,
      path: '/api/v5/*/push',
      method: 'post',
      seller_id: 'seller-2',
    });
    assert.equal((await push(access_token, {})).status, 200);
    assert.equal((await push(other, {})).status, 503);
    await post('faults', { ...order, client_id: 'other-app' });
    await post('faults', { ...order, path: '/api/v3/endlinks/*', method: 'HEAD' });
    assert.equal((await push(other, {})).status, 200);
    const { token } = await open('survey');
    assert.equal((await report('complete', token)).status, 200);
    assert.equal((await report('complete', token, { method: 'HEAD' })).status, 503);
  });

  it('are chosen at random with a rate, until the fault is removed', async () => {
    const chances = [0.1, 0.9, 0.2, 0.8];
    const { report, post, call } = startSandbox({ random: () => chances.shift() ?? 1 });
    const { body } = await post('faults', { kind: 'status', status: 503, rate: 0.5 });
    const { id, times } = body as { id: string; times: number | null };
    assert.equal(times, null);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await report('fail', 'any')).status);
    assert.deepEqual(statuses, [503, 401, 503, 401]);
    assert.equal((await call(`/sandbox/faults/${id}`, { method: 'DELETE' })).status, 200);
    assert.deepEqual((await call('/sandbox/faults')).body, { faults: [], held_requests: 0 });
    assert.equal((await call(`/sandbox/faults/${id}`, { method: 'DELETE' })).status, 404);
  });

  it('cannot be chosen by a path that the service does not have: the refusal lists the addresses', async () => {
    const { post } = startSandbox();
    for (const path of [
      '/oauth/tokens',
      '/api/v3/endlinks/completed',
      '/API/*',
      '/sandbox/state',
    ]) {
      const { status, body } = await post('faults', { kind: 'drop', path });
      assert.equal(status, 400, path);
      assert.match(JSON.stringify(body), /\/oauth\/token, .*sellers_packets\/push/);
    }
    for (const path of ['*', '/api/*', '/api/v5/packets/packet-9/sellers_packets/push', '*.html']) {
      assert.equal((await post('faults', { kind: 'drop', path })).status, 201, path);
    }
  });
});
