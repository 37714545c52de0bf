import { expect, test } from '../../src/testing/playwright.ts';
import { expectDecided } from './support/verdict.ts';

// The fixture is about Playwright, not about engines: Chromium is enough.
const SERVICE = 'https://service.example/market';
const PAGE = 'https://survey.example/end';

test.describe('@chromium the fixture for Playwright', () => {
  test.use({ sandboxOptions: { pageUrl: PAGE, serviceUrl: SERVICE } });

  test.beforeEach(async ({ page }) => {
    // A survey that reports at once, and connects a vault by a link.
    await page.route('https://survey.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<p></p><script type="module">
          const token = new URLSearchParams(location.search).get('service_endlink_token');
          const address = '${SERVICE}/api/v3/endlinks/complete?service_endlink_token=' + token;
          const write = (text) => document.querySelector('p').append(text);
          fetch(address).then((answer) => write(answer.status), () => write('network error'));
        </script>`,
      }),
    );
  });

  test('answers what a page sends to the service by the sandbox of the test', async ({
    page,
    sandbox,
  }) => {
    const { url, token } = await sandbox.startEndlink();
    await page.goto(url);
    const sellersPacket = await sandbox.waitForOutcome({ token });
    await expect(page.locator('p')).toHaveText('200');
    const [request] = await sandbox.requests({ token });
    await expectDecided(() => {
      expect(sellersPacket).toMatchObject({ outcome: 'complete', state: 'published' });
      expect(request?.headers.origin).toBe('https://survey.example');
    });
  });

  test('shows a page the faults of the sandbox, a cut connection too', async ({
    page,
    sandbox,
  }) => {
    await sandbox.fail({ kind: 'drop', outcome: 'complete' });
    const { url } = await sandbox.startEndlink();
    await page.goto(url);
    await expect(page.locator('p')).toHaveText('network error');
  });

  test('serves the sandbox to a backend, and lets a seller answer the consent page', async ({
    sandbox,
    page,
  }) => {
    const answer = await fetch(`${sandbox.baseUrl}/sandbox/state`);
    expect(answer.status).toBe(200);
    // The page of the service itself, with a form that is posted.
    const { redirectUri, clientId } = sandbox.client;
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 's' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
      code_challenge_method: 'S256',
    });
    await page.goto(`${SERVICE}/oauth/authorize?${query.toString()}`);
    await page.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
    await expect
      .poll(async () =>
        (await sandbox.requests({ method: 'POST' })).map(({ status, reason }) => [status, reason]),
      )
      .toEqual([
        [
          303,
          'seller-1 denied client test-client: the callback gets error=access_denied and no code.',
        ],
      ]);
  });
});
