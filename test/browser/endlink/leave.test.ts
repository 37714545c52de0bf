import { deepEqual } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';

const urlOf = (outcome: string, token = 'abc') =>
  `${BASE_URL}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`;

/** A page with a tag whose parts cannot be had. */
async function open(attributes: Record<string, string> = {}) {
  const page = await openPage(LANDING, { timers: 'held' });
  await page.addTag({
    'data-base-url': BASE_URL,
    'data-parts-url': '/no-parts/',
    ...attributes,
  });
  const leave = () => page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
  return { ...page, leave };
}

describe('a page that is left before the part that reports is there', () => {
  afterEach(closeTab);

  it('sends what is locked once, and writes the attempt first', async () => {
    const { engine, leave, service } = await open();
    const attempts: unknown[] = [];
    service.onRequest = () => attempts.push(storedRecord().attempts);
    void engine().report('complete');
    leave();
    leave();
    deepEqual(service.urls, [urlOf('complete')]);
    deepEqual(attempts, [1]);
  });

  it('sends once what is reported after that, by a listener that the page has added later', async () => {
    const { engine, leave, service } = await open();
    leave();
    void engine().report('complete');
    leave();
    deepEqual(service.urls, [urlOf('complete')]);
  });

  it('sends the outcome of each token that landed in it', async () => {
    const { engine, leave, service, window } = await open();
    void engine().report('complete');
    window.history.pushState(null, '', '?service_endlink_token=second');
    void engine().report('fail');
    leave();
    deepEqual(service.urls.sort(), [urlOf('complete'), urlOf('fail', 'second')]);
  });

  it('sends the outcome of an earlier token where the present one still waits', async () => {
    const { engine, leave, service, window } = await open();
    void engine().report('complete');
    window.history.pushState(null, '', '?service_endlink_token=second');
    engine().token();
    leave();
    deepEqual(service.urls, [urlOf('complete')]);
  });

  for (const [value, isSent] of [
    ['off', true],
    ['false', true],
    ['on', false],
    ['rejected', false],
  ] as const)
    it(`sends ${isSent ? 'it' : 'nothing'} with data-test="${value}"`, async () => {
      const { engine, leave, service } = await open({ 'data-test': value });
      void engine().report('complete');
      leave();
      deepEqual(service.urls, isSent ? [urlOf('complete')] : []);
    });

  it('hands an outcome over to the relay, also where no service is named, and writes the attempt first', async () => {
    const { engine, leave, service } = await open({ 'data-via': 'relay', 'data-base-url': '' });
    const attempts: unknown[] = [];
    service.onRequest = () => attempts.push(storedRecord().attempts);
    void engine().report('complete');
    leave();
    leave();
    deepEqual(service.requests, [
      {
        url: '/vault/endlinks/complete',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'X-Vaultlink': '1' },
          body: '{"token":"abc"}',
          keepalive: true,
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        },
      },
    ]);
    deepEqual(attempts, [1]);
    const { ambiguous, ambiguousDirect } = storedRecord();
    deepEqual([ambiguous, ambiguousDirect], [true, false]);
  });
});
