import { equal } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';

/** A tag whose parts cannot be had. */
const ALONE = { 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/' };

describe('an outcome that is reported before a part is there', () => {
  afterEach(closeTab);

  it('is locked at once', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag(ALONE);
    void page.engine().report('complete');
    equal(storedRecord().outcome, 'complete');
    void page.engine().report('screenout');
    equal(storedRecord().outcome, 'complete');
  });

  it('is locked at once on a page that was reloaded, too', async () => {
    const first = await openPage(LANDING, { timers: 'held' });
    await first.addTag(ALONE);
    const page = await first.reload();
    await page.addTag(ALONE);
    void page.engine().report('complete');
    equal(storedRecord().outcome, 'complete');
  });

  it('takes nothing from an event that a listener hands on', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag(ALONE);
    const report = page.engine().report.bind(null, 'complete') as (event: Event) => unknown;
    const button = page.document.createElement('button');
    button.addEventListener(
      'click',
      (event) => void report(Object.assign(event, { token: 'xyz' })),
    );
    button.click();
    const { outcome, token } = storedRecord();
    equal(outcome, 'complete');
    equal(token, 'abc');
  });

  it('is locked after a word that is none', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag(ALONE);
    void page.engine().report('done' as 'complete');
    void page.engine().report('screenout');
    equal(storedRecord().outcome, 'screenout');
  });
});
