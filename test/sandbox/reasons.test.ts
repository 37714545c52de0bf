import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from './driver.ts';
import { authorizeUrl, CLIENT, startOAuth } from './oauth-driver.ts';

/** What the log says about the latest request. */
async function latest({ requests }: Pick<ReturnType<typeof startSandbox>, 'requests'>) {
  const entry = (await requests()).at(-1);
  assert.ok(entry);
  return entry;
}

const end = (token: string) => `…${token.slice(-4)}`;

describe('the reason of an endlink call', () => {
  it('says by which request a token was used, and when', async () => {
    const driver = startSandbox();
    const { token } = await driver.open();
    await driver.report('complete', token);
    await driver.post('clock', { advance_seconds: 12 });
    await driver.report('complete', token);
    const { reason, section } = await latest(driver);
    assert.equal(reason, 'Refused: this token was used 12 s ago by request 1.');
    assert.equal(section, '3.2');
  });

  it('says when a token expired', async () => {
    const driver = startSandbox();
    const { token } = await driver.open();
    await driver.post('clock', { advance_seconds: 3900 });
    await driver.report('fail', token);
    const { reason } = await latest(driver);
    assert.equal(reason, 'Refused: this token expired 5 min ago. It is valid for one hour.');
  });

  it('says that a packet was decided by another token, and by which request', async () => {
    const driver = startSandbox();
    const first = await driver.open();
    const second = await driver.open();
    await driver.report('screenout', first.token);
    await driver.report('complete', second.token);
    const { reason } = await latest(driver);
    assert.equal(
      reason,
      `Refused: the packet is filtered already by request 1. Token ${end(second.token)} is spent all the same.`,
    );
  });

  it('tells a token that was never issued from one that is missing or empty', async () => {
    const driver = startSandbox();
    await driver.report('complete', 'nobody-issued-this');
    assert.equal((await latest(driver)).reason, 'Refused: token …this was never issued here.');
    await driver.call('/api/v3/endlinks/complete?token=x');
    const missing = 'Refused: the parameter service_endlink_token is missing.';
    assert.equal((await latest(driver)).reason, missing);
    await driver.report('complete', '');
    const empty = 'Refused: the parameter service_endlink_token is empty.';
    assert.equal((await latest(driver)).reason, empty);
  });

  it('says that a HEAD changed nothing where the switch says so', async () => {
    const driver = startSandbox({ behaviour: { head_consumes: false } });
    const { token } = await driver.open();
    await driver.report('complete', token, { method: 'HEAD' });
    const expected = `Changed nothing: a HEAD or a prefetch does not spend token ${end(token)}.`;
    assert.equal((await latest(driver)).reason, expected);
  });

  it('names what the service has no address for, and the method that is not allowed', async () => {
    const driver = startSandbox();
    await driver.call('/api/v3/endlinks/completed');
    const unknown = 'Refused: the service has no address /api/v3/endlinks/completed.';
    assert.equal((await latest(driver)).reason, unknown);
    await driver.report('complete', 'any', { method: 'POST' });
    const method = 'Refused: POST is not allowed here, only GET, HEAD, OPTIONS.';
    assert.equal((await latest(driver)).reason, method);
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
});

type Driver = ReturnType<typeof startOAuth>;

/** Each refusal of §7 with the sentence that explains it. */
const refusals: [what: string, act: (driver: Driver) => Promise<unknown>, reason: string][] = [
  [
    'a verifier that does not fit',
    async ({ token, codeBody, codeOf }) =>
      token({ ...codeBody(await codeOf()), code_verifier: 'x'.repeat(43) }),
    'Refused: the code_verifier does not belong to the code_challenge.',
  ],
  [
    'another state',
    async ({ token, codeBody, codeOf }) => token({ ...codeBody(await codeOf()), state: 'other' }),
    'Refused: the state is not the one of the authorization request.',
  ],
  [
    'a code that was used',
    async ({ token, codeBody, codeOf, post }) => {
      const body = codeBody(await codeOf());
      await token(body);
      await post('clock', { advance_seconds: 3 });
      await token(body);
    },
    'Refused: the code was used 3 s ago by request 1. The tokens of its first use are revoked.',
  ],
  [
    'a code that expired',
    async ({ token, codeBody, codeOf, post }) => {
      const code = await codeOf();
      await post('clock', { advance_seconds: 660 });
      await token(codeBody(code));
    },
    'Refused: the code expired 60 s ago.',
  ],
  [
    'the secret of another client',
    ({ token, refreshBody }) => token({ ...refreshBody('any'), client_secret: 'wrong' }),
    'Refused: the client_secret is not the one of client buyer-app.',
  ],
  [
    'an unknown client',
    ({ token, refreshBody }) => token({ ...refreshBody('any'), client_id: 'nobody' }),
    'Refused: there is no client "nobody".',
  ],
  [
    'another redirect URI',
    ({ token, refreshBody }) => token({ ...refreshBody('any'), redirect_uri: 'https://x.example' }),
    'Refused: the redirect_uri is "https://x.example" and client buyer-app has "https://buyer.example/vault/callback".',
  ],
  [
    'a refresh token that was used',
    async ({ connect, refresh }) => {
      const { refresh_token } = await connect();
      await refresh(refresh_token);
      await refresh(refresh_token);
    },
    'Refused: this refresh token was used 0 s ago by request 2.',
  ],
  [
    'a field that is missing',
    ({ token }) => token({ grant_type: 'refresh_token', client_id: 'buyer-app' }),
    'Refused: these fields are missing or empty: refresh_token, client_secret, redirect_uri.',
  ],
  [
    'an access token that expired',
    async ({ connect, push, post }) => {
      const { access_token } = await connect();
      await post('clock', { advance_seconds: 86_460 });
      await push(access_token, {});
    },
    'expired 60 s ago. It is valid for 24 hours.',
  ],
  [
    'a push without a token',
    ({ send }) => send('/api/v5/packets/profile/sellers_packets/push', {}),
    'Refused: there is no header "Authorization: Bearer …" with an access token.',
  ],
  [
    'a packet of another client',
    async ({ connect, push }) => push((await connect()).access_token, {}, 'foreign'),
    'Refused: packet foreign was not created from client buyer-app.',
  ],
  [
    'a packet that does not exist',
    async ({ connect, push }) => push((await connect()).access_token, {}, 'profil'),
    'Refused: there is no packet "profil".',
  ],
  [
    'another id in the body',
    async ({ connect, send }) => {
      const { access_token } = await connect();
      const headers = { authorization: `Bearer ${access_token}` };
      const body = { id: 'foreign', payload: {} };
      await send('/api/v5/packets/profile/sellers_packets/push', body, headers);
    },
    'Refused: the id in the body is "foreign" and the path has "profile".',
  ],
  [
    'an answer that is no string',
    async ({ connect, push }) => push((await connect()).access_token, { name: 7 }),
    'Refused: name: the answer must be a string or null.',
  ],
  [
    'an authorization of an unknown client',
    ({ call }) => call(authorizeUrl({ client_id: 'nobody' })),
    'Refused: there is no client with the client_id of this address.',
  ],
  [
    'an authorization without a challenge',
    ({ call }) => call(authorizeUrl({ code_challenge: undefined })),
    'Refused, and told the client invalid_request: code_challenge must be a SHA-256 in base64url.',
  ],
];

describe('the reason of a refusal', () => {
  for (const [what, act, expected] of refusals) {
    it(`explains ${what}`, async () => {
      const driver = startOAuth();
      await act(driver);
      const { reason, section } = await latest(driver);
      assert.ok(reason?.endsWith(expected), `${String(reason)} should end with: ${expected}`);
      assert.ok(section);
    });
  }

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
