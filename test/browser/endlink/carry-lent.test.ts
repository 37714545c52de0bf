import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, PAGE_URL } from '../support/buyer-page.ts';
import { arrivalIn, CARRIED, FORM, openWithoutPart, press } from '../support/carrying.ts';
import { submitWithoutPart, WITH_TOKEN } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

describe('a link, before the part for tokens has arrived, keeps to what the page says:', () => {
  afterEach(closeTab);

  /** The address that a link has while it is pressed, and after that. */
  async function addressesOf(html: string) {
    const { find, window } = await openWithoutPart(html);
    const link = find('body').querySelector('a') as Element;
    const before = link.outerHTML;
    press(window, link);
    const during = link.outerHTML;
    await settled();
    return { before, during, after: link.outerHTML };
  }

  for (const html of [
    '<a>A tab</a>',
    '<a role="tab" name="here">A tab</a>',
    '<a target="_blank">A tab</a>',
    '<svg><a><text>A tab</text></a></svg>',
  ])
    it(`${html} gets no address`, async () => {
      const { before, during, after } = await addressesOf(html);
      equal(during, before);
      equal(after, before);
    });

  it('an address that the page sets meanwhile stays', async () => {
    const { find, window } = await openWithoutPart(`<a href="${FORM}">On</a>`);
    window.addEventListener('click', () => {
      window.setTimeout(() => find('a').setAttribute('href', '/set-by-the-page'));
    });
    equal(press(window, find('a')), CARRIED);
    await settled();
    equal(find('a').getAttribute('href'), '/set-by-the-page');
  });

  it('an address that the page takes away meanwhile stays away', async () => {
    const { find, window } = await openWithoutPart(`<a href="${FORM}">On</a>`);
    press(window, find('a'));
    find('a').removeAttribute('href');
    await settled();
    equal(find('a').getAttribute('href'), null);
  });
});

describe('a form, before the part for tokens has arrived,', () => {
  afterEach(closeTab);

  it('that a script sends twice, to two addresses, keeps the second one', async () => {
    const { find } = await openWithoutPart(
      `<iframe name="next"></iframe><form method="post" action="${PAGE_URL}?save"></form>`,
    );
    const form = find('form');
    form.target = 'next';
    form.action = `${PAGE_URL}?preview`;
    form.submit();
    equal(form.getAttribute('action'), `${PAGE_URL}?preview`);
    form.target = '';
    form.action = `${PAGE_URL}?save`;
    await arrivalIn(find('iframe'));
    await until(() => !form.outerHTML.includes('abc'));
    equal(form.getAttribute('action'), `${PAGE_URL}?save`);
  });

  it('keeps the address that its page sets after it was submitted', async () => {
    const { find } = await openWithoutPart(
      `<iframe name="next"></iframe><form method="post" target="next" action="${PAGE_URL}"></form>`,
    );
    find('form').requestSubmit();
    find('form').setAttribute('action', '/save');
    equal((await arrivalIn(find('iframe'))).search, WITH_TOKEN);
    equal(find('form').getAttribute('action'), '/save');
  });

  it('whose button leads to another host has no token among its fields', async () => {
    const { find, window } = await openWithoutPart(
      `<iframe name="next"></iframe><form action="${PAGE_URL}" target="next">
        <input name="a" value="1" /><button formaction="https://other.example/">On</button></form>`,
    );
    const fields = new Promise((resolve) => {
      window.addEventListener('formdata', ({ formData }) => resolve([...formData]));
    });
    find('button').click();
    deepEqual(await fields, [['a', '1']]);
  });

  it('by GET has no other field than its own and those of the landing', async () => {
    const html = `<form action="${PAGE_URL}?lost=1"><input name="a" value="1" /></form>`;
    equal(await submitWithoutPart(html, (form) => form.submit()), `?a=1&${WITH_TOKEN.slice(1)}`);
  });

  for (const name of ['method', 'matches', 'submit', 'getAttribute', 'setAttribute', 'action'])
    it(`with a field that is called ${name} has the token`, async () => {
      const html = `<form action="${PAGE_URL}"><input name="${name}" value="1" /></form>`;
      const query = `?${name}=1&${WITH_TOKEN.slice(1)}`;
      equal(await submitWithoutPart(html, (form) => form.requestSubmit()), query);
      closeTab();
      const byScript = (form: HTMLFormElement) => {
        const page = form.ownerDocument.defaultView as unknown as typeof globalThis;
        page.HTMLFormElement.prototype.submit.call(form);
      };
      equal(await submitWithoutPart(html, byScript), query);
    });
});
