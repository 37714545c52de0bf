import { test } from './support/fixtures.ts';
import { expectState, expectTokenPart, report } from './support/seller.ts';
import { expectSpentOnce } from './support/service.ts';
import { FILL } from './support/surroundings.ts';

// Firefox, like WebKit, counts the room of a storage in another way.
const ON_CHROMIUM = { tag: '@chromium' };

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

test(
  'a landing page whose storage is full keeps its token through a reload',
  ON_CHROMIUM,
  async ({ page, service, buyer }) => {
    buyer.page('/landing', { before: FILL, body: '<a href="/finish">On</a>' });
    buyer.page('/finish', { body: FINISH });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await page.waitForFunction(() => JSON.stringify(history.state).includes('waiting'));
    await page.reload();
    await expectState(page, 'waiting');
    await page.getByRole('link').click();
    await expectSpentOnce(service, endlink, 'complete');
  },
);

test(
  'an outcome that is locked once the page has filled the storage is sent after a reload',
  ON_CHROMIUM,
  async ({ page, service, buyer }) => {
    buyer.page('/landing');
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await page.evaluate(FILL.replace(/<\/?script>/g, ''));
    await service.refuse();
    await report(page, 'complete');
    await page.waitForFunction(() => JSON.stringify(history.state).includes('unknown'));
    await service.accept();
    await page.reload();
    await expectSpentOnce(service, endlink, 'complete');
  },
);
