import { expect, test } from './support/fixtures.ts';
import { withholdPart } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** What pages of thanks do that lead on by themselves, and where. Firefox begins a refresh once nothing is being loaded any more. */
const WAYS = {
  'location.replace()': { html: '<script>location.replace("/elsewhere")</script>' },
  'a refresh': {
    html: '<meta http-equiv="refresh" content="0; url=/elsewhere">',
    tag: '@chromium',
  },
  'a form that a script sends': {
    html: '<form action="/elsewhere"></form><script>document.forms[0].submit()</script>',
  },
} as const satisfies Record<string, { html: string; tag?: string }>;

for (const parts of [['elements'], ['elements', 'token']] as const)
  for (const [way, { html, ...details }] of Object.entries(WAYS))
    test(
      `an element reports on a page that leads on at once by ${way}, though its code has not come, without the part ${parts.join(' and ')}`,
      details,
      async ({ page, service, buyer }) => {
        buyer.page('/landing');
        buyer.page('/finish', { body: FINISH + html });
        buyer.page('/elsewhere', { tag: false });
        const endlink = await service.issue(buyer.url('/landing'));
        await page.goto(endlink.url);
        for (const part of parts) await withholdPart(page, part);
        await page.evaluate(() => location.assign('/finish'));
        await page.waitForURL('**/elsewhere*', { waitUntil: 'commit' });
        await expectOneRequest(service, endlink, 'complete');
      },
    );

test('an element that its page hides reports nothing when the page leads on', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  buyer.page('/finish', {
    body: `<div hidden>${FINISH}</div>${WAYS['location.replace()'].html}`,
  });
  buyer.page('/elsewhere', { tag: false });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await withholdPart(page, 'elements');
  await page.evaluate(() => location.assign('/finish'));
  await page.waitForURL('**/elsewhere*', { waitUntil: 'commit' });
  expect(await page.evaluate(() => 'vaultlink' in window)).toBe(false);
  await expectUntouched(service, endlink);
});
