import { deepEqual, equal, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** Gives the parser of a page more to parse: it waits for the rest until the document is closed. */
// eslint-disable-next-line @typescript-eslint/no-deprecated
const write = (document: Document, html: string) => document.write(html);

/** Opens a page that a seller has landed on, and whose parser is still at work behind the element. */
async function openLoading(html = FINISH) {
  const page = await openPage(LANDING, { timers: 'held' });
  await page.start({ baseUrl: BASE_URL });
  await page.load('elements/define.ts');
  page.document.open();
  write(page.document, `<!doctype html><main>${html}`);
  equal(page.document.readyState, 'loading');
  const element = page.document.querySelector('endlink-finish');
  ok(element, 'The element is there');
  await settled();
  return {
    ...page,
    element,
    /** The timers that end the wait for the parser. */
    timeouts: () => page.timers.filter(({ delayMs }) => delayMs === 10_000),
    /** Ends the document, and runs the two tasks that follow the listeners of the page. */
    close: async () => {
      page.document.close();
      for (let task = 0; task < 2; task += 1) {
        await settled();
        for (const timer of page.timers.filter(({ delayMs }) => !delayMs)) timer.run();
      }
    },
  };
}

describe('an element on a page that the browser still parses', () => {
  afterEach(closeTab);

  it('reports once the page is parsed, and not before', async () => {
    const { close, element, service } = await openLoading();
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, undefined);
    await close();
    await until(() => element.state === 'confirmed');
    equal(service.urls.length, 1);
  });

  it('does not report if a script further down hides it', async () => {
    const { close, document, element, service } = await openLoading();
    write(document, '<script>document.querySelector("endlink-finish").hidden = true</script>');
    await close();
    await settled();
    deepEqual(service.urls, []);
    element.hidden = false;
    await until(() => element.state === 'confirmed');
  });

  it('reports ten seconds after the last new element of the parser', async () => {
    const { document, element, service, timeouts } = await openLoading();
    const [first] = timeouts();
    ok(first, 'The wait ends after ten seconds');
    write(document, '<p>More');
    await settled();
    equal(timeouts().length, 1);
    const [second] = timeouts();
    ok(second && second.id !== first.id, 'The ten seconds begin again');
    deepEqual(service.urls, []);
    second.run();
    await until(() => element.state === 'confirmed');
  });

  it('reports ten seconds after it although a script changes the page above', async () => {
    const { document, timeouts } = await openLoading(`<ul></ul>${FINISH}`);
    const [first] = timeouts();
    document.querySelector('ul')?.append(document.createElement('li'));
    write(document, 'text');
    await settled();
    deepEqual(timeouts(), [first]);
  });

  it('does not report after ten seconds if it is hidden by then', async () => {
    const { element, service, timeouts } = await openLoading();
    element.hidden = true;
    timeouts()[0]?.run();
    await settled();
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, undefined);
  });

  it('reports at once by its button and by report()', async () => {
    for (const finish of ['button', 'report'] as const) {
      const { element, service } = await openLoading(FINISH.replace('outcome', 'manual outcome'));
      await element.updateComplete;
      if (finish === 'report') void element.report();
      else element.shadowRoot?.querySelector('button')?.click();
      await until(() => service.urls.length);
      closeTab();
    }
  });
});
