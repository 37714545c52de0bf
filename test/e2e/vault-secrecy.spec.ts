import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { connect, decide, expectSaved, save } from './support/vault.ts';
import { expectReceived, expectWithout } from './support/verdict.ts';

test('the secret, the tokens, the code and the verifier are in no answer, page, log, database or bundle', async ({
  page,
  context,
  service,
  panel,
}) => {
  const heard: string[] = [];
  const bodies: Promise<void>[] = [];
  context.on('console', (message) => heard.push(message.text()));
  context.on('response', (response) => {
    if (new URL(response.url()).origin !== panel.origin) return;
    heard.push(JSON.stringify(response.headers()));
    const body = response.text().then((text) => void heard.push(text));
    // A redirect has none.
    bodies.push(body.catch(() => undefined));
  });

  // All that can happen: a no, a yes, a push, a refresh, a refused push, a dead grant, a reconnect, and an end.
  await page.goto(panel.url('/profile'));
  await page.getByRole('button', { name: 'Connect my vault' }).click();
  await decide(page, 'Deny');
  await expect(page.getByText('You declined.')).toBeVisible();
  await connect(page, panel.url('/profile'));
  await save(page);
  await expectSaved(page);
  await service.advance(86_460);
  await save(page, 'Coffee');
  await expectSaved(page);
  const stored = await panel.database();
  await service.control('tokens/revoke', { tokens: 'all' });
  await save(page);
  await expect(page.getByText('The connection to your vault has ended.')).toBeVisible();
  await connect(page, panel.url('/profile'));
  heard.push(
    await page.content(),
    await page.evaluate(() =>
      [localStorage, sessionStorage].map((one) => JSON.stringify(one)).join(),
    ),
    JSON.stringify(await context.cookies()),
  );
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Your vault is not connected.')).toBeVisible();
  await Promise.all(bodies);

  const { token_pairs, authorization_codes } = await service.control<{
    token_pairs: { access_token: string; refresh_token: string }[];
    authorization_codes: { code: string }[];
  }>('state');
  const verifiers = (await service.requests()).flatMap(({ body }) =>
    [...JSON.stringify(body ?? '').matchAll(/code_verifier\W+([\w.~-]+)/g)].map(
      ([, verifier = '']) => verifier,
    ),
  );
  const secrets = [
    panel.client.client_secret,
    ...token_pairs.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]),
    ...authorization_codes.map(({ code }) => code),
    ...verifiers,
  ];
  await expectReceived(service, () => {
    expect(token_pairs).toHaveLength(3);
    expect(authorization_codes).toHaveLength(2);
    expect(verifiers).toHaveLength(2);
  });

  const bundles = readdirSync('dist')
    .filter((name) => /^vaultlink.*\.js$/.test(name))
    .map((name) => readFileSync(`dist/${name}`, 'utf8'));
  const everything = [...heard, ...panel.answers, JSON.stringify(panel.events), stored, ...bundles];
  expect(everything.length).toBeGreaterThan(20);
  // The look itself can find something: a session's id is in its cookie.
  expect(everything.join()).toContain('vaultlink=');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    expectWithout(secret, everything);
  }
});
