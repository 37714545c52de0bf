import { deepEqual } from '../support/assert.ts';
import { closeTab } from '../support/buyer-page.ts';
import { FETCHING, openFinish } from '../support/finish-page.ts';
import type { FinishPage } from '../support/finish-page.ts';
import { settled, until } from '../support/until.ts';

/** Opens a page that has reported a token, and has another one land in it. */
async function openWithSecondToken(): Promise<FinishPage & { place: Element }> {
  const page = await openFinish(`${FETCHING}<div></div>`);
  await page.shows('confirmed');
  page.window.history.pushState(null, '', '?service_endlink_token=second&seller_id=42');
  await until(() => page.engine().token() === 'second');
  await page.shows('waiting');
  const [place] = page.document.getElementsByTagName('div');
  return { ...page, place: place as Element };
}

const outcomesOf = ({ service }: FinishPage) =>
  service.urls.map((url) => new URL(url).searchParams.get('service_endlink_token'));

describe('an element that is mounted when another token lands', () => {
  afterEach(closeTab);

  const MOVES: Record<string, (place: Element, element: Element) => void> = {
    'moves within the page': (place, element) => place.append(element),
    'moves several times': (place, element) => {
      place.before(element);
      element.remove();
      place.append(element);
    },
    'moves with its state, where the browser can': (place, element) => {
      if ('moveBefore' in place) (place.moveBefore as Element['insertBefore'])(element, null);
    },
  };
  for (const [how, move] of Object.entries(MOVES))
    it(`does not report that token when a framework ${how}`, async () => {
      const page = await openWithSecondToken();
      move(page.place, page.element);
      await settled();
      await page.shows('waiting');
      deepEqual(outcomesOf(page), ['abc']);
    });

  it('reports that token when it is removed and mounted again later', async () => {
    const page = await openWithSecondToken();
    page.element.remove();
    await settled();
    page.place.append(page.element);
    await page.shows('confirmed');
    deepEqual(outcomesOf(page), ['abc', 'second']);
  });

  it('reports that token when it is shown after it was hidden, though it has moved before', async () => {
    const page = await openWithSecondToken();
    page.place.append(page.element);
    await settled();
    page.element.hidden = true;
    await settled();
    page.element.hidden = false;
    await page.shows('confirmed');
    deepEqual(outcomesOf(page), ['abc', 'second']);
  });
});
