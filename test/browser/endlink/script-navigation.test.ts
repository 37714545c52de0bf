import { deepEqual, equal } from '../support/assert.ts';
import { blockStorage, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { PAGE_URL, storedRecord } from '../support/buyer-page.ts';
import { settled } from '../support/until.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';

// A browser without the Navigation API does not report these navigations. docs/script-tag.md names `carry()` for it.
if ('navigation' in window)
  describe('an address that a script sets', () => {
    afterEach(closeTab);

    for (const how of ['assign', 'replace'] as const) {
      it(`by location.${how}() has the token where storage is blocked`, async () => {
        const page = await openPage(LANDING, { before: blockStorage });
        await page.start();
        await page.engine().load('script-navigation');
        const { length } = history;
        const loaded = new Promise((resolve) => {
          page.window.frameElement?.addEventListener('load', resolve, { once: true });
        });
        page.window.location[how](`${PAGE_URL}?next=1`);
        await loaded;
        equal(page.address(), `?next=1&${WITH_TOKEN.slice(1)}`);
        equal(history.length > length, how === 'assign');
      });
    }

    for (const [how, leave] of [
      ['location.href', (window: Window) => (window.location.href = `${PAGE_URL}?next=1`)],
      ['location.assign()', (window: Window) => window.location.assign(`${PAGE_URL}?next=1`)],
      ['location.replace()', (window: Window) => window.location.replace(`${PAGE_URL}?next=1`)],
      [
        'window.open() in its own tab',
        (window: Window) => window.open(`${PAGE_URL}?next=1`, '_self'),
      ],
      [
        'a meta refresh',
        (window: Window) => {
          const content = `0; url=${PAGE_URL}?next=1`;
          window.document.head.insertAdjacentHTML(
            'beforeend',
            `<meta http-equiv="refresh" content="${content}" />`,
          );
        },
      ],
    ] as const)
      it(`by ${how} has the token where its host may have it, with storage open`, async () => {
        const page = await openPage(LANDING);
        await page.start({ carry: location.host });
        await page.engine().load('script-navigation');
        const loaded = new Promise((resolve) => {
          page.window.frameElement?.addEventListener('load', resolve, { once: true });
        });
        leave(page.window);
        await loaded;
        equal(page.address(), `?next=1&${WITH_TOKEN.slice(1)}`);
      });

    it('is left to a page that holds the navigation back', async () => {
      const page = await openPage(LANDING);
      const { navigation } = page.window as unknown as { navigation: EventTarget };
      navigation.addEventListener('navigate', (event) => {
        const { destination } = event as Event & { destination: { sameDocument: boolean } };
        if (!destination.sameDocument) event.preventDefault();
      });
      await page.start({ carry: location.host });
      await page.engine().load('script-navigation');
      page.window.location.assign(`${PAGE_URL}?next=1`);
      await settled();
      equal(page.address(), '');
    });

    it('within the same page, or by a reload, stays as it is', async () => {
      const page = await openPage(LANDING, { before: blockStorage });
      await page.start();
      await page.engine().load('token');
      page.window.location.hash = 'step-2';
      page.window.history.pushState(null, '', '?step=3');
      await settled();
      equal(page.address(), '?step=3');
    });

    it('to download a file is left to the browser', async () => {
      const page = await openPage(LANDING, { before: blockStorage });
      await page.start();
      await page.engine().load('script-navigation');
      const navigate = (downloadRequest: string | null) => {
        const destination = { url: `${PAGE_URL}?terms`, sameDocument: false };
        const more = { destination, navigationType: 'push', formData: null, downloadRequest };
        const event = Object.assign(new Event('navigate', { cancelable: true }), more);
        (page.window as unknown as { navigation: EventTarget }).navigation.dispatchEvent(event);
        return event.defaultPrevented;
      };
      equal(navigate('terms.pdf'), false);
      equal(navigate(null), true);
    });

    it('stays as it is where the tab keeps the record', async () => {
      const page = await openPage(LANDING);
      await page.start();
      await page.engine().load('token');
      const loaded = new Promise((resolve) => {
        page.window.frameElement?.addEventListener('load', resolve, { once: true });
      });
      page.window.location.assign(`${PAGE_URL}?next=1`);
      await loaded;
      equal(page.address(), '?next=1');
      deepEqual(storedRecord().token, 'abc');
    });
  });

describe('a window that a script opens', () => {
  afterEach(closeTab);

  /** Opens an address by a script, and gives what the browser was asked for. */
  async function opened(carry: string, ...parameters: Parameters<typeof window.open>) {
    let asked: unknown[] = [];
    const page = await openPage(LANDING, {
      before: (window) => {
        window.open = (...rest) => {
          asked = rest;
          return null;
        };
      },
    });
    await page.start({ carry });
    await page.engine().load('token');
    page.window.open(...parameters);
    return asked[0];
  }

  for (const features of ['noopener', 'width=300,noreferrer'])
    it(`with ${features} has the token on the own host, since its storage starts empty`, async () => {
      equal(await opened('', '/next', '_blank', features), `${location.origin}/next${WITH_TOKEN}`);
    });

  it('with an opener has a copy of the storage, and no token on the own host', async () => {
    equal(await opened('', '/next', '_blank'), '/next');
  });

  it('with a name has the token on the own host, since it may be open with an earlier one', async () => {
    equal(await opened('', '/next', 'survey', 'width=300'), `${location.origin}/next${WITH_TOKEN}`);
  });

  it('of another host has the token where that host may have it', async () => {
    equal(
      await opened('forms.example', 'https://forms.example/s'),
      `https://forms.example/s${WITH_TOKEN}`,
    );
    closeTab();
    equal(await opened('', 'https://forms.example/s', '', 'noopener'), 'https://forms.example/s');
  });

  it('without an address stays empty', async () => {
    equal(await opened('forms.example', '', '_blank', 'noopener'), '');
    closeTab();
    equal(await opened('forms.example', undefined, '_blank', 'noopener'), undefined);
  });
});

describe('the hosts of data-carry', () => {
  afterEach(closeTab);

  for (const [carry, address] of [
    ['Forms.EXAMPLE', 'https://forms.example/'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['xn--mnchen-3ya.example', 'https://münchen.example/'],
    ['forms.example:443', 'https://forms.example/'],
    ['forms.example:08443', 'https://forms.example:8443/'],
    ['other.example:port, forms.example', 'https://forms.example/'],
  ] as const)
    it(`such as ${carry} are compared as addresses: ${address} has the token`, async () => {
      const { carry: carryUrl } = await (await openPage(LANDING)).start({ carry });
      equal(carryUrl(address), new URL(address).href + WITH_TOKEN);
    });

  for (const [carry, address] of [
    ['forms.example:80', 'https://forms.example/'],
    ['forms.example', 'https://forms.example:8443/'],
    ['', 'https://forms.example/'],
  ] as const)
    it(`such as "${carry}" do not let ${address} have the token`, async () => {
      const { carry: carryUrl } = await (await openPage(LANDING)).start({ carry });
      equal(carryUrl(address), address);
    });
});
