import { deepEqual, equal, ok } from '../support/assert.ts';
import {
  BASE_URL,
  closeTab,
  openPage,
  PAGE_URL,
  storedRecord,
  storeRecord,
} from '../support/buyer-page.ts';
import type { AnyRecord } from '../support/buyer-page.ts';
import { status } from '../support/service.ts';
import { until } from '../support/until.ts';
import { errorText, tokenPattern, withoutTokens } from '../../../src/browser/endlink/redact.ts';

/** Has each kind of character that an encoding changes. */
const TOKEN = 'aB3+/=&<">\'é~ü€-_.x';
const EARLIER = 'earlier/token+of=this&tab';

const asEntities = (text: string) => Array.from(text, (one) => `&#${one.codePointAt(0)};`).join('');
const asHexEntities = (text: string) =>
  Array.from(text, (one) => `&#x${one.codePointAt(0)?.toString(16).toUpperCase()};`).join('');
const asPercents = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
const asBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inPhp = (text: string) => inJson(text).replaceAll('/', '\\/');
const asJson = (text: string) =>
  text.replace(/[^a-z]/gi, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** Writes what has two digits as a minifier does. */
const asScript = (text: string) =>
  text.replace(/[!-/:-@]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`);

/** The names of characters in HTML. */
const NAMED: Record<string, string> = {
  ...{ '+': '&plus;', '/': '&sol;', '=': '&equals;', '&': '&amp;' },
  ...{ '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};

/** Ways to write a text. */
const WAYS: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in an address', encodeURIComponent],
  ['in an address, in small letters', (text) => encodeURIComponent(text).toLowerCase()],
  ['in an address within an address', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['with every character in percent signs', asPercents],
  ['in a form', (text) => new URLSearchParams({ text }).toString().slice('text='.length)],
  ['in JSON', inJson],
  ['in JSON as PHP writes it', inPhp],
  ['in HTML', inHtml],
  ['in HTML with quotes by name', (text) => inHtml(text).replaceAll('"', '&quot;')],
  ['in HTML by numbers', asEntities],
  ['in HTML by hexadecimal numbers', asHexEntities],
  ['in HTML by names', (text) => text.replace(/[+/=&<>"']/g, (one) => NAMED[one] ?? one)],
  ['in HTML within HTML', (text) => asHexEntities(text).replaceAll('&', '&amp;')],
  ['in HTML within HTML within HTML', (text) => asEntities(text).replaceAll('&', '&amp;amp;')],
  ['in HTML within JSON', (text) => asHexEntities(text).replaceAll('&', '\\u0026')],
  ['in HTML within an address', (text) => encodeURIComponent(asHexEntities(text))],
  ['in a script by two digits', asScript],
  ['in JSON by numbers', asJson],
  ['in JSON within JSON', (text) => inJson(asJson(text))],
  ['in JSON as PHP writes it, within JSON', (text) => inJson(inPhp(inPhp(text)))],
  ['in JSON within an address', (text) => encodeURIComponent(asJson(text))],
  ['in Base64', asBase64],
  ['in Base64 within an address', (text) => encodeURIComponent(asBase64(text).replaceAll('=', ''))],
  ['in Base64 of several lines', (text) => asBase64(text).replace(/\w{7}/g, '$&\r\n')],
  [
    'in Base64 for addresses',
    (text) => asBase64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ],
];

describe('a text that others wrote', () => {
  afterEach(closeTab);

  for (const [how, write] of WAYS) {
    it(`has no token of the tab in it, ${how}`, () => {
      const record = {
        ...{ token: TOKEN, query: '', capturedAtMs: 0, state: 'waiting' },
        previous: { token: EARLIER, query: '', capturedAtMs: 0, state: 'confirmed' },
      };
      const text = `Used: ${write(TOKEN)} and ${write(EARLIER)}!`;
      // The padding of Base64 may stay.
      equal(withoutTokens(text, record).replaceAll('=', ''), 'Used: … and …!');
      ok(tokenPattern(TOKEN).test(text), 'It is found');
    });
  }

  it('has no token of the tab in it, however often it is repeated', () => {
    const record = { token: TOKEN, query: '', capturedAtMs: 0, state: 'waiting' };
    const text = [TOKEN, encodeURIComponent(TOKEN), TOKEN, asBase64(TOKEN)].join(' ');
    equal(withoutTokens(text, record).replaceAll('=', ''), '… … … …');
  });

  it('has no token in it on a page whose Array.from() takes no function, as that of MooTools', () => {
    const { from } = Array;
    const text = asPercents(TOKEN);
    try {
      Array.from = (item: unknown) => [item] as never;
      equal(tokenPattern(TOKEN).test(text), true);
    } finally {
      Array.from = from;
    }
  });

  it('stays as it is where it has none', () => {
    const text = '{"message":"The token was used before","code":422}';
    const record = { token: TOKEN, query: '', capturedAtMs: 0, state: 'waiting' };
    equal(withoutTokens(text, record), text);
    equal(withoutTokens(text, undefined), text);
  });

  for (const [how, write] of WAYS) {
    it(`is told and printed without the tokens that the service repeats ${how}`, async () => {
      storeRecord({
        token: TOKEN,
        previous: {
          ...{ token: EARLIER, query: '', capturedAtMs: Date.now() },
          ...{ state: 'confirmed', outcome: 'complete' },
        },
      });
      // The end of what is kept falls into a token.
      const filler = 'x'.repeat(990 - write(TOKEN).length);
      const answer = `${write(TOKEN)}${filler}${write(EARLIER)}`;
      const page = await openPage('', {
        replies: [new Response(answer, { status: status(400).status })],
      });
      const { reportOutcome } = await page.start({ baseUrl: BASE_URL });
      const { body = '' } = await reportOutcome('complete');
      const line = await until(() => page.warnings.find((one) => one.includes('status 400')));
      for (const text of [body, line, JSON.stringify(page.events), storedRecord().body ?? '']) {
        for (const token of [TOKEN, EARLIER])
          ok(!text.includes(write(token).slice(0, 8)), `${text} repeats nothing of ${token}`);
      }
    });
  }
});

describe('an error that the report meets', () => {
  afterEach(closeTab);

  it('is printed with its message and its stack, and without the token in them', async () => {
    const printed: unknown[] = [];
    const page = await openPage('?service_endlink_token=aB3%2BkQz7WmTx9LpRrNn', {
      timers: 'held',
      before: (window) => {
        window.console.error = (...values: unknown[]) => printed.push(...values);
      },
    });
    const { reportOutcome } = await page.start();
    await page.engine().load('token');
    const { writeRecord } = page.engine();
    const error = new TypeError(`no part of ${page.window.location.href}?t=aB3+kQz7WmTx9LpRrNn`);
    error.stack = `at (${PAGE_URL}?service_endlink_token=aB3%2BkQz7WmTx9LpRrNn:7:1)`;
    Object.assign(page.engine(), {
      writeRecord: (next: AnyRecord) => {
        if (next.attempts) throw error;
        writeRecord(next);
      },
    });
    await reportOutcome('complete');
    deepEqual(printed, [
      `TypeError: no part of ${PAGE_URL}?t=…\nat (${PAGE_URL}?service_endlink_token=…:7:1)`,
    ]);
  });

  it('is printed where it cannot be written as text', () => {
    equal(errorText(Object.create(null)), 'An error that cannot be written as text');
    equal(errorText(undefined), 'undefined\n');
  });
});

describe('settings that are no plain object', () => {
  afterEach(closeTab);

  for (const [what, make] of [
    ['text', () => '{"baseUrl":"https://service.example"}'],
    ['a list', () => ['https://service.example']],
    [
      'an element of the page',
      (document: Document) =>
        document.body.appendChild(
          Object.assign(document.createElement('script'), { type: 'application/json' }),
        ),
    ],
  ] as const) {
    it(`have one line, where they are ${what}`, async () => {
      const page = await openPage('?service_endlink_token=abc', {
        before: (window) => {
          Object.assign(window, { vaultlinkConfig: make(window.document) });
        },
      });
      await page.start();
      const about = () => page.warnings.filter((line) => line.includes('vaultlinkConfig'));
      await until(() => about().length);
      deepEqual(about(), [
        '[vaultlink] window.vaultlinkConfig is no plain object, so it has no settings.',
      ]);
    });
  }
});
