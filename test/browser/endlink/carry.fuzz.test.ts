import fc from 'fast-check';
import { hostileText } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';

const address = fc.oneof(
  hostileText,
  fc.constantFrom(
    'mailto:a@b.example',
    'tel:1',
    'javascript:void 0',
    'data:,a',
    'about:blank',
    'blob:x',
  ),
  fc
    .tuple(
      fc.constantFrom(
        'https://a.example',
        'http://b.example:8443',
        '//a.example',
        'https://c.example',
        'a:',
      ),
      fc.constantFrom(
        '',
        '/',
        '?',
        '#',
        '/?a=b#c',
        '.evil.example',
        '@evil.example',
        '\\@evil.example',
      ),
      hostileText,
    )
    .map((parts) => parts.join('')),
);

const hosts = fc
  .array(
    fc.oneof(fc.constantFrom('a.example', 'b.example:8443', '', '*', '.', ' ', '\n'), hostileText),
  )
  .map((all) => all.join(' '));

/** Returns whether one of the entries is the host, as a browser reads it after the protocol. */
const isNamed = (host: string, protocol: string, carry: string) =>
  carry
    .split(/[\s,]+/)
    .filter((entry) => URL.canParse(protocol + entry))
    .some((entry) => new URL(protocol + entry).host === host);

describe('data-carry of any kind', () => {
  afterEach(closeTab);

  it('hands the token to hosts that it names and to no other, and leaves other addresses as they are', async () => {
    const page = await openPage(LANDING);
    await page.start();
    const engine = page.engine();
    fc.assert(
      fc.property(hosts, address, (carry, url) => {
        engine.options.carry = carry;
        if (!URL.canParse(url, page.window.location.href)) return;
        const carried = engine.carry(url);
        if (carried === url) return;
        const { host, protocol, searchParams } = new URL(carried);
        // A caller may open a tab with the URL: its storage starts empty, on the own host too.
        const isAllowed =
          host === page.window.location.host || isNamed(host, `${protocol}//`, carry);
        ok(host && isAllowed, `${host} is named`);
        equal(host, new URL(url, page.window.location.href).host);
        equal(searchParams.getAll('service_endlink_token').at(-1), 'abc');
      }),
      tries(500),
    );
  });

  it('leaves a link without a host alone, where there is no host to carry to, or storage is blocked', async () => {
    for (const carry of ['', ' ', 'a.example ', ' a.example', 'a.example\n  b.example']) {
      const page = await openPage(LANDING);
      await page.start({ carry });
      for (const url of ['mailto:a@b.example', 'javascript:void 0', 'tel:1', 'about:blank']) {
        equal(page.engine().carry(url), url);
      }
      closeTab();
    }
  });

  it('names hosts on several lines', async () => {
    const page = await openPage(LANDING);
    await page.start({ carry: '\n  a.example\n  b.example\n' });
    ok(page.engine().carry('https://b.example/').endsWith(LANDING), 'The second one is named');
  });
});
