import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, PAGE_URL, typesOf } from '../support/buyer-page.ts';
import { ofType, status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const PAGE_ORIGIN = new URL(PAGE_URL).origin;

describe('the console', () => {
  afterEach(closeTab);

  for (const [placeholder, tool] of [
    ['', 'It has no value'],
    ['undefined', 'It has no value'],
    ['null', 'It has no value'],
    ['${e://Field/token}', 'Qualtrics'],
    ['${custom1}', 'QuestionPro'],
    ['{{endlink_token}}', 'endlink question itself'],
    ['{{ endlink_token }}', 'endlink question itself'],
    ['{{hidden:token}}', 'Typeform'],
    ['[url("token")]', 'Alchemer'],
    ['{PASSTHRU:token}', 'LimeSurvey'],
    ['{token}', 'SurveyJS or Jotform'],
    ['@token', 'Tally'],
    ['#recall:token/fallback:x#', 'Formbricks'],
    ['[%RID%]', 'A panel’s variable'],
    ['%ssi%', 'A panel’s variable'],
    ['<token>', 'Check how the survey tool'],
    ['${e://Field/service_endlink_token}', 'Qualtrics'],
  ] as const) {
    it(`says where "${placeholder}" comes from, and how to mend it`, async () => {
      const query = `?service_endlink_token=${encodeURIComponent(placeholder)}`;
      const { engine, start, warnings } = await openPage(query);
      await start();
      const sentence = await until(() => warnings[0]);
      ok(sentence.includes(tool), `${sentence} names ${tool}`);
      ok(sentence.includes(`"${placeholder}"`), 'The sentence quotes what was found');
      match(sentence, /^\[vaultlink\] .*\.$/);
      equal(engine().token(), undefined);
    });
  }

  for (const value of [
    ...['AbCdEfGhIjKlMn%2BOpQrSt', 'AbCdEfGhIjKlMnOpQrSt ', '{AbCdEfGhIjKlMnOpQrSt}'],
    ...['%41%62%43%64%45%66%47%68', '[%AbCdEfGh/IjKl+MnOpQr%]', '@3f2504e0-4f89-41d3-9a0c'],
  ]) {
    it(`names the length alone of "${value}", which may be a token`, async () => {
      const query = `?service_endlink_token=${encodeURIComponent(value)}`;
      const { start, warnings } = await openPage(query);
      await start();
      const sentence = await until(() => warnings[0]);
      ok(sentence.includes(`has a text of ${value.length} characters where`), sentence);
      ok(!sentence.includes(value.slice(2, 8)), sentence);
    });
  }

  it('repeats no token that an object hides, however long the text before it is', async () => {
    const { start, warnings } = await openPage('?service_endlink_token=aB3kQz7WmTx9LpRrNn');
    const { reportOutcome } = await start();
    await reportOutcome(new Error(`${'x'.repeat(185)}aB3kQz7WmTx9LpRrNn`) as never);
    const sentence = await until(() => warnings[0]);
    ok(!sentence.includes('aB3'), sentence);
  });

  it('explains a problem whose kind is the token of the tab', async () => {
    const { start, warnings } = await openPage('?service_endlink_token=carry');
    await start({ carry: 'https://a.example' });
    match(await until(() => warnings[0]), /which is no host/);
  });

  it('stays empty where all is well', async () => {
    const { start, warnings } = await openPage(LANDING);
    await (await start()).reportOutcome('complete');
    await settled();
    deepEqual(warnings, []);
  });

  it('says that this tab has no token', async () => {
    const page = await openPage();
    await (await page.start()).reportOutcome('complete');
    deepEqual(typesOf(page), ['endlink-missing']);
    match(await until(() => page.warnings[0]), /no endlink token.*data-carry/);
  });

  it('says which outcomes there are, whatever came instead', async () => {
    const { start, warnings } = await openPage(LANDING);
    const { reportOutcome } = await start();
    for (const value of ['completed', { toString: null, valueOf: null }])
      await reportOutcome(value as 'complete');
    await until(() => warnings.length === 2);
    match(warnings[0], /no outcome "completed". Use one of: complete, fail, quota_full, screenout/);
    match(warnings[1], /no outcome of that kind/);
  });

  it('says a thing once, cut where it is long', async () => {
    const { start, warnings } = await openPage(LANDING);
    const { reportOutcome } = await start();
    await reportOutcome('x'.repeat(1000) as 'complete');
    await reportOutcome('x'.repeat(1000) as 'complete');
    await until(() => warnings.length);
    await settled();
    equal(warnings.length, 1);
    ok((warnings[0]?.length ?? 0) < 300, 'The sentence is short');
  });

  it('names a redirect, which confirms nothing', async () => {
    const redirect = ofType('opaqueredirect', new Response(null, { status: 200 }));
    const { service, start, warnings } = await openPage(LANDING, {
      timers: 'held',
      replies: [redirect],
    });
    const { state, ambiguous } = await (await start()).reportOutcome('complete');
    deepEqual([state, ambiguous], ['unknown', true]);
    equal(service.requests[0]?.init.redirect, 'manual');
    match(await until(() => warnings[0]), /answered with a redirect/);
  });

  it('shows the status and the body of a refusal, without the token', async () => {
    const refusal = new Response('abc was used before', { status: 422 });
    const { start, warnings } = await openPage(LANDING, { replies: [refusal] });
    await (await start()).reportOutcome('complete');
    match(await until(() => warnings[0]), /status 422: "… was used before"/);
  });

  it('names an address that cannot be the service at landing, and nothing is ever sent there', async () => {
    for (const baseUrl of [
      ...['/vault', 'http://service.example', 'https://service.example?a=1'],
      ...['https://service.example/#a', 'https://', 'javascript:alert(1)'],
    ]) {
      const { service, start, warnings } = await openPage(LANDING, { timers: 'held' });
      const { reportOutcome } = await start({ baseUrl });
      const sentence = await until(() => warnings[0]);
      ok(sentence.includes(`data-base-url is "${baseUrl}"`), sentence);
      const { state, misconfigured } = await reportOutcome('complete');
      deepEqual([state, misconfigured], ['unknown', true]);
      deepEqual(service.urls, []);
      closeTab();
    }
  });

  it('names an address that is missing, and how to give it where attributes are stripped', async () => {
    const { start, warnings } = await openPage(LANDING);
    await start({ baseUrl: undefined });
    match(
      await until(() => warnings[0]),
      /captureEndlink\(\{ baseUrl \}\) or data-base-url.*window\.vaultlinkConfig/,
    );
  });

  it('names an address that is missing only when the page has loaded, for an element may still bring it', async () => {
    const page = await openPage(LANDING, {
      before: ({ document: loading }) => {
        Object.defineProperty(loading, 'readyState', { value: 'interactive' });
      },
    });
    await page.start({ baseUrl: undefined });
    await page.engine().load('token');
    await settled();
    deepEqual(page.warnings, []);
    page.window.dispatchEvent(new Event('load'));
    match(await until(() => page.warnings[0]), /the service's address is missing/);
  });

  it('accepts an address of this machine over http', async () => {
    const { service, start, warnings } = await openPage(LANDING, { replies: [status(200)] });
    await (await start({ baseUrl: 'http://localhost:4000' })).reportOutcome('complete');
    match(service.urls[0], /^http:\/\/localhost:4000\/api/);
    deepEqual(
      warnings.filter((text) => text.includes(BASE_URL)),
      [],
    );
  });

  for (const [setting, options, sentence] of [
    [
      'a map with an equals sign',
      { outcomeMap: '1=complete' },
      /data-outcome-map has "1=complete"/,
    ],
    [
      'a map of unknown outcomes',
      { outcomeMap: '1:completed' },
      /data-outcome-map has "1:completed"/,
    ],
    [
      'an address in data-carry',
      { carry: 'https://a.example' },
      /data-carry has "https:\/\/a.example", which is no host/,
    ],
    ['a star in data-carry', { carry: 'a.example *.b.example' }, /data-carry has "\*.b.example"/],
    ['a port that is none in data-carry', { carry: 'a.example:https' }, /has "a.example:https"/],
    ['a path in data-carry', { carry: 'a.example/survey' }, /has "a.example\/survey"/],
    [
      'the path of an endpoint in data-base-url',
      { baseUrl: 'https://service.example/oauth' },
      /^\[vaultlink\] Reports do not reach the service: data-base-url is ".*\/oauth"\. It must end before "\/oauth".* Write https:\/\/service\.example\.$/,
    ],
    [
      'http in data-base-url, with the address that is meant',
      { baseUrl: 'http://service.example' },
      /Nothing can be sent.* Write https:\/\/service\.example\. The outcome is kept/,
    ],
    [
      'an address of a user in data-base-url',
      { baseUrl: 'https://me@service.example' },
      /without user name.* Write https:\/\/service\.example\./,
    ],
    ['a service on this origin', { baseUrl: `${PAGE_ORIGIN}/service` }, /own origin.*relay/],
  ] as const) {
    it(`names ${setting} at landing`, async () => {
      const { start, warnings } = await openPage(LANDING);
      await start(options);
      match(await until(() => warnings[0]), sentence);
    });
  }

  it('says which codes of the map there are, where another one came', async () => {
    const { start, warnings } = await openPage(LANDING);
    const { reportOutcome } = await start({ outcomeMap: '1:complete, 2:screenout' });
    await reportOutcome('9' as 'complete');
    match(await until(() => warnings[0]), /no outcome "9".*screenout, 1, 2\./);
  });

  it('asks what may be wrong where no answer can be read', async () => {
    const { start, warnings } = await openPage(LANDING, {
      timers: 'held',
      replies: [ofType('error', Response.error())],
    });
    await (await start()).reportOutcome('complete');
    match(await until(() => warnings[0]), /No answer.*data-base-url.*CORS.*connect-src/);
  });

  it('names a setting of vaultlinkConfig that does not exist, once something is wrong', async () => {
    const page = await openPage('', {
      before: (window) => Object.assign(window, { vaultlinkConfig: { tokenParm: 'x' } }),
    });
    await (await page.start()).reportOutcome('complete');
    await until(() =>
      page.warnings.some((text) => text.includes('"tokenParm", which is no setting')),
    );
  });

  for (const [written, named] of [
    ['data-tokenParam', 'data-tokenparam'],
    ['data-token-name', 'data-token-name'],
    ['data-outcomes', 'data-outcomes'],
    ['data-baseurl', 'data-baseurl'],
    ['data-service', 'data-service'],
    ['data-outome', 'data-outome'],
    ['data-rely-url', 'data-rely-url'],
  ] as const) {
    it(`names the attribute ${written} of the script tag, which does not exist, once something is wrong`, async () => {
      const page = await openPage('');
      await page.addTag({
        'data-base-url': BASE_URL,
        'data-turbo-track': 'reload',
        [written]: 'x',
      });
      await page.engine().report('complete');
      await until(() =>
        page.warnings.some((text) => text.includes(`has ${named}, which is no setting`)),
      );
      equal(
        page.warnings.filter((text) => text.includes('no setting')).length,
        1,
        'The attributes of the tag and those of other tools are not named',
      );
    });
  }
});
