import type * as Registry from '../../src/browser/registry.ts';
import { deepEqual, equal, ok } from './support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from './support/buyer-page.ts';
import { until } from './support/until.ts';

const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;
const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

describe('the engine of a page', () => {
  afterEach(closeTab);

  it('is that of the tag, of the functions and of the elements alike', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    const engine = page.engine();
    await page.start();
    await page.load('elements/define.ts');
    const { endlinkEngine, findEngine } = await page.load<typeof Registry>('registry.ts');
    ok(findEngine() === engine, 'The page has that engine');
    ok(endlinkEngine() === engine, 'The elements use it');
    ok(page.engine() === engine, 'Nobody has put another one in its place');
  });

  it('is installed by an element where nobody has come before it', async () => {
    const page = await openPage(LANDING);
    page.document.body.innerHTML = FINISH.replace('>', ` base-url="${BASE_URL}">`);
    await page.load('elements/define.ts');
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [COMPLETE]);
  });

  it('has methods that work when they are handed on', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    const { carry, forget, push, report, state, subscribe, token } = page.engine();
    const states: string[] = [];
    const stop = subscribe((one) => states.push(one.state));
    equal(token(), 'abc');
    equal(state().state, 'waiting');
    ok(carry('/next').endsWith('/next?service_endlink_token=abc&seller_id=42'), 'It carries');
    const button = page.document.createElement('button');
    const reported = new Promise((resolve) => {
      button.onclick = () => resolve(report('complete'));
    });
    button.click();
    await reported;
    equal(states.at(-1), 'confirmed');
    stop();
    push((one) => one.forget());
    equal(state().state, 'missing');
    forget();
    deepEqual(page.service.urls, [COMPLETE]);
    deepEqual(page.errors, []);
  });

  it('keeps the methods that it began with, whatever parts come', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    const methodsOf = () =>
      Object.entries(page.engine()).filter(([, value]) => typeof value === 'function');
    const before = methodsOf();
    ok(before.length > 10, 'It has methods');
    await page.engine().load('token');
    await page.engine().load('diagnostics');
    await page.engine().report('complete');
    deepEqual(
      methodsOf().map(([name]) => name),
      before.map(([name]) => name),
    );
    ok(
      methodsOf().every(([, method], index) => method === before[index]?.[1]),
      'Each is the same function',
    );
  });
});
