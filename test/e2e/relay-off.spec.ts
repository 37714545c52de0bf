import { createVaultBff, memoryStore } from '../../src/bff/index.ts';
import type { VaultEvent } from '../../src/bff/index.ts';
import { expect, test } from './support/fixtures.ts';
import { consoleOf, expectState } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import { expectDecided } from './support/verdict.ts';

test('an outcome that meets a relay which is off is kept and named, and is recorded once the relay is on', async ({
  page,
  service,
  buyer,
}) => {
  const events: VaultEvent[] = [];
  const backendWith = (relay: 'unsaved' | undefined) =>
    createVaultBff({
      service: { baseUrl: service.origin },
      client: { clientId: 'id', clientSecret: 'secret', redirectUri: buyer.url('/vault/callback') },
      origin: buyer.origin,
      keys: [{ id: 'one', key: Buffer.alloc(32, 1).toString('base64') }],
      store: memoryStore(),
      relay,
      onEvent: (event) => events.push(event),
    });
  let backend = backendWith(undefined);
  buyer.handle('/vault/', ({ method, path, headers, body }) =>
    backend.fetch(new Request(buyer.url(path), { method, headers, ...(body && { body }) })),
  );
  buyer.page('/finish', {
    tag: { 'data-via': 'relay' },
    body: '<endlink-finish outcome="complete"></endlink-finish>',
  });
  const lines = consoleOf(page);
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expectState(page, 'unknown');
  await expect(page.getByRole('button', { name: 'Finish at the marketplace' })).toBeVisible();
  await expect.poll(() => lines.join('\n')).toContain('VAULTLINK_RELAY to on');
  await expectUntouched(service, endlink);
  const failed = { type: 'failed', where: 'endlinks', code: 'not_found' };
  await expectDecided(() => expect(events).toMatchObject([failed]));

  backend = backendWith('unsaved');
  await page.reload();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
});
