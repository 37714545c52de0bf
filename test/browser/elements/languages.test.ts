import type * as Messages from '../../../src/browser/elements/messages.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { closeTab } from '../support/buyer-page.ts';
import { openFinish } from '../support/finish-page.ts';
import { load } from '../support/load.ts';

const { isRightToLeft, loadLanguage, messagesFor, spokenTag } =
  await load<typeof Messages>('elements/messages.ts');
await loadLanguage('de');

const FINISH = '<endlink-finish outcome="complete" manual test="on"></endlink-finish>';

/** The button, and what is told in the end, by language. */
const SPOKEN: [string, string, string][] = [
  ['en', 'Finish', 'Saved. You may close this page.'],
  ['de', 'Abschließen', 'Gespeichert. Sie können diese Seite schließen.'],
  ['es', 'Terminar', 'Guardado. Ya puede cerrar esta página.'],
  ['fr', 'Terminer', 'Enregistré. Vous pouvez fermer cette page.'],
  ['pt', 'Terminar', 'Guardado. Pode fechar esta página.'],
  ['ar', 'إنهاء', 'تم الحفظ. يمكنك إغلاق هذه الصفحة.'],
];

describe('the sentences', () => {
  afterEach(() => delete window.vaultlinkMessages);

  it('are 26 in every language, all different, none of them English but in English', () => {
    const english = Object.values(messagesFor('en'));
    for (const [language] of SPOKEN) {
      const sentences = Object.values(messagesFor(language));
      equal(new Set(sentences).size, 26, language);
      const same = sentences.filter((sentence) => english.includes(sentence));
      equal(same.length, language === 'en' ? 26 : 0, language);
    }
  });

  it('go by the language of a tag, and are English where it is not spoken', () => {
    for (const [tag, finish] of [
      ['de-AT', 'Abschließen'],
      ['PT-br', 'Terminar'],
      ['ar-EG', 'إنهاء'],
      ['nl', 'Finish'],
      ['', 'Finish'],
    ] as const) {
      equal(messagesFor(tag).finish, finish, tag);
    }
  });

  it('give way to those of the page, one by one', () => {
    window.vaultlinkMessages = {
      de: { confirmed: 'Danke!' },
      'de-CH': { confirmed: 'Merci!' },
      nl: { finish: 'Klaar' },
    };
    equal(messagesFor('de').confirmed, 'Danke!');
    equal(messagesFor('de-AT').confirmed, 'Danke!');
    equal(messagesFor('de-CH').confirmed, 'Merci!');
    equal(messagesFor('de').finish, 'Abschließen');
    equal(messagesFor('nl').finish, 'Klaar');
    equal(messagesFor('en').confirmed, 'Saved. You may close this page.');
  });

  it('run from right to left in the languages that do', () => {
    const tags = ['ar', 'ar-EG', 'AR', 'he', 'fa', 'ur-PK', 'en', 'de', 'arn', 'es-AR', 'uru'];
    deepEqual(tags.filter(isRightToLeft), ['ar', 'ar-EG', 'AR', 'he', 'fa', 'ur-PK']);
  });

  it('name their language, which is English unless we or the page speak the one asked for', () => {
    window.vaultlinkMessages = { nl: { finish: 'Klaar' } };
    const tags = ['de-AT', 'ar', 'nl-BE', 'he', 'ur-PK', ''];
    deepEqual(tags.map(spokenTag), ['de-AT', 'ar', 'nl-BE', 'en', 'en', 'en']);
  });
});

describe('<endlink-finish> speaks', () => {
  afterEach(closeTab);

  for (const [language, finish, saved] of SPOKEN) {
    it(`"${language}" where that is the language around it`, async () => {
      const { buttons, sentence, shows, status, window } = await openFinish(
        `<div lang="${language}">${FINISH}</div>`,
      );
      await shows('waiting');
      equal(buttons()[0]?.textContent.trim(), finish);
      buttons()[0]?.click();
      await shows('confirmed');
      equal(sentence(), saved);
      const { direction } = window.getComputedStyle(status());
      equal(direction, language === 'ar' ? 'rtl' : 'ltr');
    });
  }

  it('English, from left to right, where the page runs the other way in a language that we do not speak', async () => {
    const {
      document: page,
      sentence,
      shows,
      status,
      window,
    } = await openFinish(`<div lang="he" dir="rtl">${FINISH}</div>`);
    await shows('waiting');
    match(sentence(), /^You are at the end/);
    equal(status().lang, 'en');
    equal(window.getComputedStyle(status()).direction, 'ltr');
    const own = page.createElement('span');
    own.slot = 'waiting';
    own.textContent = 'הגעת לסוף.';
    page.querySelector('endlink-finish')?.append(own);
    page.querySelector('endlink-finish')?.requestUpdate();
    await page.querySelector('endlink-finish')?.updateComplete;
    equal(window.getComputedStyle(own).direction, 'rtl');
  });

  it("the page's language, from beyond the shadow trees that it stands in", async () => {
    const { document: page, element, sentence, shows } = await openFinish(FINISH);
    await shows('waiting');
    page.documentElement.lang = 'fr';
    const host = page.body.appendChild(page.createElement('div'));
    const inner = host.attachShadow({ mode: 'open' }).appendChild(page.createElement('p'));
    inner.attachShadow({ mode: 'open' }).append(element);
    element.requestUpdate();
    await element.updateComplete;
    match(sentence(), /^Vous êtes arrivé à la fin/);
  });

  it("the browser's language, where the page names none", async () => {
    const {
      document: page,
      element,
      sentence,
      shows,
    } = await openFinish(FINISH, {
      before: ({ navigator: own, document: plain }) => {
        plain.documentElement.removeAttribute('lang');
        Object.defineProperty(own, 'language', { value: 'es-MX' });
      },
    });
    await shows('waiting');
    ok(!page.querySelector('[lang]'), 'The page names no language');
    match(sentence(), /^Ha llegado al final/);
    equal(element.state, 'waiting');
  });

  it('in the words of the page', async () => {
    const { sentence, shows, buttons } = await openFinish(FINISH, {
      before: (window) => {
        window.vaultlinkMessages = { en: { waiting: 'Nearly there.', finish: 'Send' } };
      },
    });
    await shows('waiting');
    equal(sentence(), 'Nearly there.');
    equal(buttons()[0]?.textContent.trim(), 'Send');
  });
});
