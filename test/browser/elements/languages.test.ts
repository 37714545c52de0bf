import type * as Bundled from '../../../src/browser/elements/bundled-languages.ts';
import type * as Languages from '../../../src/browser/elements/languages.ts';
import type * as Elements from '../../../src/browser/elements/messages.ts';
import type { Messages } from '../../../src/browser/elements/messages.ts';
import { OUTCOMES } from '../../../src/protocol/endlink.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { closeTab } from '../support/buyer-page.ts';
import { openFinish } from '../support/finish-page.ts';
import { load } from '../support/load.ts';

const { BUNDLED_LANGUAGES, registerBundledLanguages } = await load<typeof Bundled>(
  'elements/bundled-languages.ts',
);
const { closestLanguage, loadLanguage } = await load<typeof Languages>('elements/languages.ts');
const { formatDelay, messagesFor, outcomeMessage } =
  await load<typeof Elements>('elements/messages.ts');

const TAGS = ['en', ...Object.keys(BUNDLED_LANGUAGES)];
registerBundledLanguages();
await Promise.all(TAGS.map(loadLanguage));

const FINISH = '<endlink-finish outcome="complete" manual test="on"></endlink-finish>';

/** Every sentence of a language, under its key, or its key and outcome. */
function sentencesOf(messages: Messages): [string, string][] {
  return Object.entries(messages).flatMap(([key, message]: [string, string | object]) =>
    typeof message === 'string'
      ? [[key, message] as [string, string]]
      : Object.entries(message).map(
          ([outcome, text]) => [`${key}.${outcome}`, text as string] as [string, string],
        ),
  );
}

describe('the delay until another try', () => {
  const DELAYS = {
    30: 'in 30 seconds',
    90: 'in 90 seconds',
    121: 'in 3 minutes',
    3600: 'in 60 minutes',
    7201: 'in 3 hours',
    86_400: 'in 24 hours',
    400_000: 'in 5 days',
  };
  it('is shown in seconds, minutes, hours or days, rounded up', () => {
    for (const [seconds, text] of Object.entries(DELAYS))
      equal(formatDelay('en', Number(seconds)), text);
    equal(formatDelay('de', 86_400), 'in 24 Stunden');
  });
});

describe('the languages', () => {
  it('are registered on a page that has extended Object.prototype', () => {
    const extension = { value: () => undefined, enumerable: true, configurable: true };
    Object.defineProperty(Object.prototype, 'extension', extension);
    try {
      registerBundledLanguages();
    } finally {
      Reflect.deleteProperty(Object.prototype, 'extension');
    }
    ok(!closestLanguage('extension'), 'The extension is no language');
  });
});

describe('a language', () => {
  for (const tag of TAGS) {
    it(`"${tag}" has every sentence, and none in English unless it is English`, () => {
      const english = sentencesOf(messagesFor('en'));
      const sentences = sentencesOf(messagesFor(tag));
      deepEqual(
        sentences.map(([key]) => key),
        english.map(([key]) => key),
      );
      for (const [index, [key, text]] of sentences.entries()) {
        ok(text.trim() === text && text.length > 0, key);
        if (tag !== 'en') ok(text !== english[index]?.[1], key);
      }
    });

    it(`"${tag}" says something else to the seller in each state and for each outcome`, () => {
      const sentences = sentencesOf(messagesFor(tag)).map(([, text]) => text);
      equal(new Set(sentences).size, sentences.length);
    });

    it(`"${tag}" tells when to try again, in that language`, () => {
      equal(messagesFor(tag).busy.split('{when}').length, 2);
      for (const [key, text] of sentencesOf(messagesFor(tag))) {
        equal(/[{}]/.test(text), key === 'busy', key);
      }
      equal(
        formatDelay(tag, 30),
        new Intl.RelativeTimeFormat(tag, { numeric: 'always' }).format(30, 'second'),
      );
    });
  }
});

describe('the English sentences', () => {
  const { confirmed, accepted, ...english } = messagesFor('en');

  it('claim that something is recorded or saved only where a service has said so', () => {
    const claims = /saved|recorded|received|stored|thank/i;
    for (const key of ['waiting', 'expired', 'reporting', 'rejected', 'misconfigured'] as const) {
      ok(!claims.test(english[key]), key);
    }
    match(english.unknown, /^Not confirmed yet\./);
    match(english.probablyRecorded, /most likely/);
  });

  it('tell every seller whose outcome counts that it is recorded, without blame, and that the page may be closed', () => {
    for (const outcome of OUTCOMES) {
      match(confirmed[outcome], /^Thank you .* has been recorded\. You may close this page\.$/);
      match(accepted[outcome], /^Thank you .* has been received .* You may close this page\.$/);
      ok(!/fail|reject|invalid|qualif|quality|sorry/i.test(confirmed[outcome]), outcome);
    }
  });

  it('give no reason where a record does not hold its outcome', () => {
    equal(outcomeMessage(confirmed, undefined), confirmed.fail);
    equal(outcomeMessage(confirmed, 'lost' as 'fail'), confirmed.fail);
    equal(outcomeMessage(confirmed, 'screenout'), confirmed.screenout);
  });
});

describe('<endlink-finish> speaks', () => {
  afterEach(closeTab);

  for (const tag of ['en', 'de', 'pt-BR', 'zh-Hant', 'ar']) {
    it(`"${tag}" where that is the language around it`, async () => {
      const { buttons, sentence, shows, status, window } = await openFinish(
        `<div lang="${tag}">${FINISH}</div>`,
      );
      await shows('waiting');
      equal(buttons()[0]?.textContent.trim(), messagesFor(tag).finish);
      buttons()[0]?.click();
      await shows('confirmed');
      equal(sentence(), messagesFor(tag).confirmed.complete);
      equal(status().lang, tag);
      const { direction } = window.getComputedStyle(status());
      equal(direction, tag === 'ar' ? 'rtl' : 'ltr');
    });
  }

  it('English, from left to right, where the page runs the other way in a language that we do not speak', async () => {
    const {
      document: page,
      element,
      sentence,
      shows,
      status,
      window,
    } = await openFinish(`<div lang="ur" dir="rtl">${FINISH}</div>`);
    await shows('waiting');
    equal(sentence(), messagesFor('en').waiting);
    equal(status().lang, 'en');
    equal(window.getComputedStyle(status()).direction, 'ltr');
    const own = page.createElement('span');
    own.slot = 'waiting';
    own.textContent = 'آپ آخر تک پہنچ گئے۔';
    element.append(own);
    element.requestUpdate();
    await element.updateComplete;
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
    equal(sentence(), messagesFor('fr').waiting);
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
    equal(sentence(), messagesFor('es').waiting);
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
