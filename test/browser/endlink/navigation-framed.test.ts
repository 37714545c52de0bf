import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, PAGE_URL } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { openCarrying, press } from '../support/carrying.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';
const OWN = `${location.origin}/next`;
const OTHER = 'https://other.example/';

/** A page on which a token waits, in a frame of a page that cannot be read. */
const open = (html: string, prepare?: OpenOptions['before']) =>
  openCarrying(html, undefined, {
    before(window) {
      const around = Object.defineProperty({}, 'document', {
        get() {
          throw new DOMException('Blocked a frame', 'SecurityError');
        },
      });
      Object.defineProperty(window, 'parent', { value: around });
      prepare?.(window);
    },
  });

describe('a page in a frame of another site, whose storage is kept apart,', () => {
  afterEach(closeTab);

  for (const target of ['_top', '_PARENT', 'survey'])
    it(`carries the token by a link with target="${target}"`, async () => {
      const { find, window } = await open(`<a href="/next" target="${target}">On</a>`);
      equal(press(window, find('a')), OWN + WITH_TOKEN);
    });

  it('carries the token by a link where its base names _top, and not to a host that may not have it', async () => {
    const { document: page, find, window } = await open('<a href="/next">On</a>');
    page.head.append(Object.assign(page.createElement('base'), { target: '_top' }));
    equal(press(window, find('a')), OWN + WITH_TOKEN);
    find('a').href = OTHER;
    equal(press(window, find('a')), OTHER);
  });

  it('leaves a link in its own frame, or in one inside, as it is', async () => {
    const html = '<iframe name="inner"></iframe><a href="/next">On</a>';
    const { find, window } = await open(html);
    for (const target of ['', '_self', 'inner']) {
      find('a').target = target;
      equal(press(window, find('a')), OWN);
    }
  });

  it('carries the token by a form that goes to _top', async () => {
    const actions: string[] = [];
    const html = `<form action="${PAGE_URL}" method="post" target="_top"></form>`;
    const { find } = await open(html, (window) => {
      window.HTMLFormElement.prototype.submit = function () {
        actions.push(this.action);
      };
    });
    find('form').submit();
    find('form').target = '_self';
    find('form').submit();
    deepEqual(actions, [PAGE_URL + WITH_TOKEN, PAGE_URL]);
  });

  for (const target of ['_top', '_parent', undefined, 'survey'])
    it(`carries the token by window.open() with the target ${target}`, async () => {
      const opened: unknown[] = [];
      const { window } = await open('', (window) => {
        window.open = (address) => {
          opened.push(address);
          return null;
        };
      });
      window.open('/next', target);
      window.open('/next', '_self');
      window.open(OTHER, target);
      deepEqual(opened, [OWN + WITH_TOKEN, '/next', OTHER]);
    });
});
