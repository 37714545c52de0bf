import { expect, test } from './support/fixtures.ts';
import {
  connect,
  decide,
  expectConnected,
  expectPushCount,
  expectSaved,
  expectTokenCalls,
  expectVault,
  save,
} from './support/vault.ts';
import { expectReceived } from './support/verdict.ts';

const DAY_SECONDS = 86_400;

test('an access token that has expired is renewed on the way, and the answers arrive', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  await service.advance(DAY_SECONDS + 60);
  await save(page);
  await expectSaved(page);
  await expectVault(service, panel.packetId, { drink: 'Tea' });
  await expectTokenCalls(service, 2);
  const events = panel.events.map(({ type }) => type);
  await expectReceived(service, () => expect(events).toEqual(['connected', 'refreshed', 'pushed']));
});

test('a grant that the service has revoked asks the user to connect again', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  await service.control('tokens/revoke', { tokens: 'all' });
  await save(page);
  await expect(page.getByText('The connection to your vault has ended.')).toBeVisible();
  await expect(page.getByText('Please connect your vault first.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The connection to your vault has ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect my vault' }).click();
  await decide(page, 'Allow');
  await expectConnected(page);
  await save(page);
  await expectSaved(page);
});

test('a backend that restarts between connect and push has forgotten nothing', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  await panel.restart();
  await save(page);
  await expectSaved(page);
  await expectTokenCalls(service, 1);
});

test('answers that the service refuses come back with its own words, and the focus stays', async ({
  page,
  service,
  panel,
}) => {
  const { client_id } = await service.control<{ client_id: string }>('clients', {
    redirect_uri: 'https://another.example/callback',
  });
  const { packet_id } = await service.control<{ packet_id: string }>('packets', {
    ...{ client_id, questions: ['drink'] },
  });
  const form = (id: string) =>
    `<vault-connect></vault-connect><vault-push packet-id="${id}"><form><label>Drink <input name="drink"></label><button>Save</button></form></vault-push>`;
  panel.page('/foreign', { body: form(packet_id) });
  panel.page('/unknown', { body: form('nowhere') });
  await connect(page, panel.url('/profile'));
  for (const [path, words] of [
    ['/foreign', 'The packet was not created from this client.'],
    ['/unknown', 'There is no such packet.'],
  ] as const) {
    await page.goto(panel.url(path));
    await expectConnected(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your answers were not accepted.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
    await expect(page.locator('vault-push [part=message]')).toHaveText(words);
  }
  await expectVault(service, packet_id, undefined);
});

test('a number is refused before it leaves, and a path and a body that differ by the service', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  const answer = await page.evaluate(async (packetId) => {
    const response = await fetch(`/vault/packets/${packetId}/push`, {
      method: 'POST',
      headers: { 'X-Vaultlink': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload: { drink: 7 } }),
    });
    return { status: response.status, body: (await response.json()) as object };
  }, panel.packetId);
  expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed' } });
  await expectPushCount(service, 0);

  // The backend always sends the same id twice, so this one goes to the service itself.
  const { token_pairs } = await service.control<{ token_pairs: { access_token: string }[] }>(
    'state',
  );
  const mismatch = await fetch(
    `${service.origin}/api/v5/packets/${panel.packetId}/sellers_packets/push`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token_pairs[0]?.access_token}`,
      },
      body: JSON.stringify({ id: 'another', payload: { drink: 'Tea' } }),
    },
  );
  expect(mismatch.status).toBe(422);
  expect(await mismatch.json()).toMatchObject({ errors: { base: [expect.any(String)] } });
  await expectVault(service, panel.packetId, undefined);
});

test('a button that is pressed before the elements have come leaves the answers where they are', async ({
  page,
  panel,
}) => {
  await page.route('**/vaultlink-elements.js', (route) => route.abort());
  await page.goto(panel.url('/profile'));
  await save(page);
  await page.unrouteAll();
  // The part is asked for again by itself.
  await expect(page.getByText('Your vault is not connected.')).toBeVisible();
  expect(await page.evaluate(() => document.querySelector(':checked')?.getAttribute('value'))).toBe(
    'Tea',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please connect your vault first.')).toBeVisible();
  expect(panel.requests.filter(({ path }) => path === '/profile')).toHaveLength(1);
});

test('a button that is pressed twice pushes once', async ({ page, service, panel }) => {
  await connect(page, panel.url('/profile'));
  await service.addFault({
    kind: 'hold',
    path: `/api/v5/packets/${panel.packetId}/sellers_packets/push`,
  });
  await save(page);
  await expect.poll(() => service.heldCount()).toBe(1);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  await service.release();
  await expectSaved(page);
  await expectPushCount(service, 1);
});
