import type * as Bundled from '../../../src/browser/elements/bundled-languages.ts';
import type * as Languages from '../../../src/browser/elements/languages.ts';
import type * as Elements from '../../../src/browser/elements/messages.ts';
import { OUTCOMES } from '../../../src/protocol/endlink.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { load } from '../support/load.ts';

const { BUNDLED_LANGUAGES, registerBundledLanguages } = await load<typeof Bundled>(
  'elements/bundled-languages.ts',
);
const { loadLanguage } = await load<typeof Languages>('elements/languages.ts');
const { formatDelay, isRightToLeft, messagesFor, outcomeMessage, spokenTag } =
  await load<typeof Elements>('elements/messages.ts');

const TAGS = ['en', ...Object.keys(BUNDLED_LANGUAGES)];
registerBundledLanguages();
await Promise.all(TAGS.map(loadLanguage));

/** Opens a page, with the messages as that page has them. */
async function openMessages(options: OpenOptions = {}) {
  const page = await openPage('', options);
  const bundled = await page.load<typeof Bundled>('elements/bundled-languages.ts');
  bundled.registerBundledLanguages();
  const languages = await page.load<typeof Languages>('elements/languages.ts');
  return { ...page, ...languages, ...(await page.load<typeof Elements>('elements/messages.ts')) };
}

describe('the sentences of a tag', () => {
  const finishOf = (tag: string) => messagesFor(tag).finish;

  it('are those of its own language and region where we have them, whatever its case', () => {
    equal(finishOf('PT-br'), finishOf('pt-BR'));
    equal(finishOf('zh-hant'), finishOf('zh-Hant'));
    ok(messagesFor('pt-PT').busy !== messagesFor('pt-BR').busy, 'Portugal and Brazil differ');
    ok(messagesFor('zh-Hant').busy !== messagesFor('zh-Hans').busy, 'The scripts differ');
  });

  for (const [tag, ours] of [
    ['de-AT', 'de'],
    ['de_CH', 'de'],
    ['es-419', 'es'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
    ['pt-MZ', 'pt-PT'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['iw', 'he'],
    ['in-ID', 'id'],
    ['tl', 'fil'],
    ['fil-PH', 'fil'],
    ['fi-FI', 'fi'],
  ] as const) {
    it(`"${tag}" are those of "${ours}"`, () => {
      deepEqual(messagesFor(tag), messagesFor(ours));
      equal(spokenTag(tag), tag);
      equal(formatDelay(tag, 30), formatDelay(ours, 30));
    });
  }

  for (const tag of ['sk', 'xx-Latn', '', '-', 'constructor', '__proto__', 'd', 'deu-']) {
    it(`"${tag}" are English, and named so, since we have none in that language`, () => {
      deepEqual(messagesFor(tag), messagesFor('en'));
      equal(spokenTag(tag), 'en');
      ok(formatDelay(tag, 30), 'The delay can be told');
    });
  }

  it('run from right to left in the languages that do', () => {
    const tags = ['ar', 'ar-EG', 'AR', 'he', 'iw', 'fa_IR', 'ur-PK', 'en', 'arn', 'es-AR', 'uru'];
    deepEqual(tags.filter(isRightToLeft), ['ar', 'ar-EG', 'AR', 'he', 'iw', 'fa_IR', 'ur-PK']);
    deepEqual(TAGS.filter(isRightToLeft), ['ar', 'fa', 'he']);
  });
});

describe('the sentences of a page', () => {
  afterEach(() => delete window.vaultlinkMessages);

  it('replace ours one by one, for a region, a language, or a language that we do not speak', () => {
    const { finish, busy } = messagesFor('de');
    window.vaultlinkMessages = {
      de: { waiting: 'Gleich fertig!' },
      'de-CH': { waiting: 'Grad fertig!', busy: 'Bitte warten.' },
      sk: { finish: 'Hotovo' },
    };
    equal(messagesFor('de').waiting, 'Gleich fertig!');
    equal(messagesFor('de-AT').waiting, 'Gleich fertig!');
    equal(messagesFor('de-ch').waiting, 'Grad fertig!');
    equal(messagesFor('de-CH').finish, finish);
    equal(messagesFor('de').busy, busy);
    equal(messagesFor('sk').finish, 'Hotovo');
    equal(messagesFor('sk').retry, messagesFor('en').retry);
    equal(spokenTag('sk-SK'), 'sk-SK');
  });

  it('are found under our tag of the language, and under the language alone', () => {
    window.vaultlinkMessages = { 'zh-Hant': { finish: '好' }, zh: { finish: '行', retry: '再来' } };
    equal(messagesFor('zh-TW').finish, '好');
    equal(messagesFor('zh-TW').retry, '再来');
    equal(messagesFor('zh-CN').finish, '行');
  });

  it('replace a state for all outcomes by a string', () => {
    window.vaultlinkMessages = { de: { confirmed: 'Fertig!' } };
    for (const outcome of OUTCOMES) equal(messagesFor('de').confirmed[outcome], 'Fertig!');
    equal(outcomeMessage(messagesFor('de').confirmed, undefined), 'Fertig!');
  });

  it('replace a state for single outcomes by an object', () => {
    const { confirmed } = messagesFor('de');
    window.vaultlinkMessages = {
      de: { confirmed: { screenout: 'Heute leider nicht.' } },
      'de-AT': { confirmed: { complete: 'Danke!' } },
    };
    deepEqual(messagesFor('de').confirmed, { ...confirmed, screenout: 'Heute leider nicht.' });
    deepEqual(messagesFor('de-AT').confirmed, {
      ...confirmed,
      complete: 'Danke!',
      screenout: 'Heute leider nicht.',
    });
  });

  it('are ignored where their type is wrong', () => {
    const english = messagesFor('en');
    for (const value of [null, 5, true, [], {}, { complete: 5 }, ['text']]) {
      window.vaultlinkMessages = { en: { waiting: value, confirmed: value, accepted: 5 } } as never;
      deepEqual(messagesFor('en'), english);
      window.vaultlinkMessages = { en: value } as never;
      deepEqual(messagesFor('en'), english);
      window.vaultlinkMessages = value as never;
      deepEqual(messagesFor('en'), english);
    }
  });
});

describe('loading a language', () => {
  afterEach(closeTab);

  const loadedBy = (window: Window) =>
    window.performance
      .getEntriesByType('resource')
      .map(({ name }) => /languages\/(.*)\.ts/.exec(name)?.[1])
      .filter((tag) => tag && tag !== 'en');

  it('downloads the one that is asked for, once, and no other', async () => {
    const page = await openMessages();
    await Promise.all([page.loadLanguage('zh-TW'), page.loadLanguage('zh-HK')]);
    await page.loadLanguage('zh-Hant');
    deepEqual(loadedBy(page.window), ['zh-Hant']);
    equal(page.messagesFor('zh-TW').finish, messagesFor('zh-Hant').finish);
  });

  it('downloads nothing for English, nor for a language that we do not speak', async () => {
    const page = await openMessages();
    for (const tag of ['en', 'en-GB', 'sk', '']) await page.loadLanguage(tag);
    deepEqual(loadedBy(page.window), []);
  });

  it('is tried again, some time after it failed; until then it is English', async () => {
    const page = await openMessages({ timers: 'held' });
    const { de: download } = BUNDLED_LANGUAGES;
    const attempts: number[] = [];
    page.registerLanguages({
      de: (attempt) => {
        attempts.push(attempt);
        return attempt && download ? download(attempt) : Promise.reject(new Error('offline'));
      },
    });
    await page.loadLanguage('de');
    await page.loadLanguage('de-AT');
    deepEqual(attempts, [0]);
    equal(page.spokenTag('de'), 'en');
    equal(page.messagesFor('de').finish, 'Finish');
    for (const timer of page.timers.splice(0)) timer.run();
    await page.loadLanguage('de');
    deepEqual(attempts, [0, 1]);
    equal(page.spokenTag('de'), 'de');
    equal(page.messagesFor('de').finish, messagesFor('de').finish);
  });

  it('holds nobody up where the download hangs', async () => {
    const page = await openMessages({ timers: 'held' });
    page.registerLanguages({ de: () => new Promise(() => undefined) });
    const waiting = page.loadLanguage('de');
    equal(page.timers.length, 1);
    page.timers[0]?.run();
    await waiting;
    await page.loadLanguage('de');
    equal(page.messagesFor('de').finish, 'Finish');
  });
});
