import { existsSync } from 'node:fs';
import { expect, test } from 'vaultlink/testing/playwright';

const SURVEY = `<!doctype html>
  <script src="/vaultlink.js" data-base-url="https://service.example"></script>
  <button onclick="this.outerHTML = '<endlink-finish outcome=complete></endlink-finish>'">Finish</button>`;

// The lines inside are those of docs/testing.md; test/testing/testing-page.test.ts compares them.
test.describe('@chromium the example for Playwright', () => {
  test.beforeEach(({ context }) =>
    // The reader's survey.
    context.route('http://localhost:5173/**', (route) => {
      const path = `dist${new URL(route.request().url()).pathname}`;
      return path.endsWith('.js') && existsSync(path)
        ? route.fulfill({ path })
        : route.fulfill({ contentType: 'text/html', body: SURVEY });
    }),
  );

  test.use({
    sandboxOptions: { pageUrl: 'http://localhost:5173/', serviceUrl: 'https://service.example' },
  });

  test('pays the seller, though the service fails once', async ({ page, sandbox }) => {
    await sandbox.fail({ kind: 'status', status: 503, outcome: 'complete' });
    const { url, token } = await sandbox.startEndlink();
    await page.goto(url);
    await page.getByRole('button', { name: 'Finish' }).click();
    expect(await sandbox.waitForOutcome({ token })).toMatchObject({ outcome: 'complete' });
  });
});
