import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../driver.ts';
import { CLIENT, startOAuth } from '../../oauth-driver.ts';

type Driver = Pick<ReturnType<typeof startSandbox>, 'requests'>;

/** Returns the reason in the log for the latest request. */
async function latest({ requests }: Driver) {
  const entry = (await requests()).at(-1);
  assert.ok(entry);
  return entry;
}

const reasonOf = async (driver: Driver) => (await latest(driver)).reason;

const end = (token: string) => `…${token.slice(-4)}`;

const FROM_PAGE = { origin: 'https://buyer.example' };

describe('the reason of an endlink call', () => {
  it('says that a HEAD changed nothing where the switch says so', async () => {
    const driver = startSandbox({ behaviour: { head_consumes: false } });
    const { token } = await driver.open();
    await driver.report('complete', token, { method: 'HEAD' });
    const expected = `Changed nothing: a HEAD or a prefetch does not spend token ${end(token)}.`;
    assert.equal(await reasonOf(driver), expected);
  });

  it('says that a HEAD or a prefetch has spent the token', async () => {
    const driver = startSandbox();
    const first = await driver.open('packet-1', 'seller-1');
    await driver.report('complete', first.token, { method: 'HEAD' });
    const spent = (token: string) => `Spent token ${end(token)}: complete → published.`;
    const byHead = `${spent(first.token)} It was a HEAD, and the switch head_consumes is on.`;
    assert.equal(await reasonOf(driver), byHead);
    const second = await driver.open('packet-1', 'seller-2');
    await driver.report('complete', second.token, { headers: { 'sec-purpose': 'prefetch' } });
    const byPrefetch = `${spent(second.token)} It was a prefetch: the browser looked ahead, and the switch prefetch_consumes is on.`;
    assert.equal(await reasonOf(driver), byPrefetch);
  });

  it('says what a fault did, after what the service did', async () => {
    const driver = startSandbox();
    const { token } = await driver.open();
    await driver.post('faults', { kind: 'drop', processed: true });
    await driver.fetch(`/api/v3/endlinks/complete?service_endlink_token=${token}`);
    const { reason, response, fault } = await latest(driver);
    const spent = `Spent token ${end(token)}: complete → published.`;
    assert.equal(reason, `${spent} Fault fault-1 cut the connection.`);
    assert.equal(response, null);
    assert.deepEqual(fault, { id: 'fault-1', kind: 'drop' });
  });

  it('says how long a fault or a seller has delayed the answer, and that one was held', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const driver = startSandbox();
    const reported = async (seller: string, during: () => unknown) => {
      const { token } = await driver.open('packet-1', seller);
      const answer = driver.report('complete', token);
      await driver.state();
      await during();
      await answer;
      return (await reasonOf(driver))?.replace(/^.* published\. /, '');
    };
    await driver.post('faults', { kind: 'delay', delay_ms: 30 });
    const delayed = await reported('seller-1', () => mock.timers.tick(30));
    assert.equal(delayed, 'It waited 30 ms for fault fault-1.');
    await driver.post('faults', { kind: 'hold' });
    const held = await reported('seller-2', () => driver.post('faults/release', {}));
    assert.equal(held, 'Fault fault-2 held it until it was released.');
    const slow = await reported('magic-slow', () => mock.timers.tick(10_000));
    assert.equal(slow, 'Seller magic-slow is always answered 10 s late.');
  });
});

describe('the reason of what a page sent', () => {
  const preflight = (headers: Record<string, string>) => ({
    method: 'OPTIONS',
    headers: { ...FROM_PAGE, ...headers },
  });

  it('says whether the browser sends the request after a preflight', async () => {
    const driver = startSandbox();
    const asked = async (headers: Record<string, string>) => {
      await driver.report('complete', 'any', preflight(headers));
      return (await reasonOf(driver))?.replace('Answered the preflight of a page: ', '');
    };
    assert.equal(
      await asked({
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-any',
      }),
      'it may call and read.',
    );
    assert.equal(
      await asked({ 'access-control-request-method': 'POST' }),
      'it wants to send "POST", so the browser will not let it. Only GET and HEAD are allowed.',
    );
    assert.equal(
      await asked({
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-any',
      }),
      'it wants to send the header Authorization, so the browser will not let it. Leave it out: the token is enough.',
    );
  });

  it('says that the page cannot read the answer, and why', async () => {
    const driver = startOAuth({ behaviour: { cors: false } });
    const { token } = await driver.open('survey');
    await driver.report('complete', token, { headers: FROM_PAGE });
    const spent = `Spent token ${end(token)}: complete → published.`;
    const off = 'The page that sent it cannot read the answer, since the switch cors is off.';
    assert.equal(await reasonOf(driver), `${spent} ${off}`);
    const other = await driver.open('survey', 'seller-2');
    await driver.report('complete.html', other.token, { headers: FROM_PAGE });
    const html =
      'The script that sent it cannot read the answer: let it call the address without .html.';
    assert.ok((await reasonOf(driver))?.endsWith(html));
    await driver.send('/oauth/token', {}, FROM_PAGE);
    const client =
      'The page that sent it cannot read the answer, since the switch oauth_cors is off: call from your server.';
    assert.ok((await reasonOf(driver))?.endsWith(client));
  });

  it('says nothing of that where nobody waits for it, or can read it', async () => {
    const driver = startOAuth({ behaviour: { oauth_cors: true } });
    const visit = async (headers: Record<string, string>, call: string) => {
      const seller = await driver.post('sellers', { name: 'Another' });
      const { seller_id } = seller.body as { seller_id: string };
      const { token } = await driver.open('survey', seller_id);
      await driver.report(call, token, { headers });
      assert.match((await reasonOf(driver)) ?? '', /→ published\.$/);
    };
    await visit(FROM_PAGE, 'complete');
    await visit({}, 'complete.html');
    await visit({ ...FROM_PAGE, 'sec-fetch-mode': 'navigate' }, 'complete.html');
    await visit({ ...FROM_PAGE, 'sec-fetch-site': 'same-origin' }, 'complete.html');
    await driver.send('/oauth/token', {}, FROM_PAGE);
    assert.ok(!(await reasonOf(driver))?.includes('cannot read'));
  });
});

describe('the request that a reason names', () => {
  it('is never another one, after a scenario was loaded', async () => {
    const before = startOAuth();
    const [first, { token }] = [await before.open('survey'), await before.open('survey')];
    const { refresh_token } = await before.connect();
    await before.refresh(refresh_token);
    await before.report('complete', first.token);
    await before.report('complete', token);
    const after = startOAuth({ scenario: before.sandbox.saveScenario() });
    await after.report('complete', token);
    const { number, reason } = await latest(after);
    assert.equal(number, 5);
    assert.match(reason ?? '', /^Refused: this token was used 0 s ago by request 4, /);
    await after.post('reset', {});
    await after.refresh(refresh_token);
    assert.equal((await latest(after)).number, 5);
    const page = await after.call('/sandbox/log/5');
    assert.ok(String(page.body).includes('<a href="/sandbox/log/2">Request 2</a>'));
    assert.match(
      String((await after.call('/sandbox/log/2')).body),
      /before the sandbox was started/,
    );
  });

  it('begins with 1 again after a reset', async () => {
    const driver = startSandbox();
    await driver.report('complete', (await driver.open()).token);
    await driver.post('reset', {});
    await driver.report('complete', 'any');
    assert.equal((await latest(driver)).number, 1);
  });
});

describe('every reason', () => {
  it('never shows a whole token or a secret', async () => {
    const driver = startOAuth();
    const { access_token, refresh_token } = await driver.connect();
    await driver.push(access_token, {});
    await driver.refresh(refresh_token);
    await driver.refresh(refresh_token);
    await driver.push(`${access_token}x`, {});
    const reasons = (await driver.requests()).map(({ reason }) => reason).join('\n');
    for (const secret of [access_token, refresh_token, CLIENT.client_secret]) {
      assert.equal(reasons.includes(secret), false);
    }
  });

  it('names the seller, the packet and the client of a push', async () => {
    const driver = startOAuth();
    await driver.push((await driver.connect('seller-2')).access_token, { name: 'A', drink: null });
    const { reason, seller_id, packet_id, client_id } = await latest(driver);
    assert.equal(reason, 'Saved in the vault of seller-2: name, drink.');
    assert.deepEqual([seller_id, packet_id, client_id], ['seller-2', 'profile', 'buyer-app']);
  });
});
