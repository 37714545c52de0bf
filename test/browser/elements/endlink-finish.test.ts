import { deepEqual, equal, match, ok } from '../support/assert.ts';
import type * as Axe from '../support/axe.ts';
import { closeTab, leavePages, storeRecord } from '../support/buyer-page.ts';
import { openFinish, stateOf, STATES } from '../support/finish-page.ts';
import { settled, until } from '../support/until.ts';

/** What a seller reads in each state, and the buttons. */
const SHOWN: Record<string, [RegExp, string[]]> = {
  waiting: [/^You have reached the end\./, ['Finish']],
  reporting: [/^Reporting your participation/, []],
  accepted: [/has been received/, []],
  confirmed: [/has been recorded/, []],
  rejected: [/^The marketplace could not accept/, []],
  unknown: [/^Not confirmed yet\./, ['Try again', 'Finish at the marketplace']],
  probablyRecorded: [/most likely been recorded/, []],
  misconfigured: [/could not be sent from this page yet/, []],
  missing: [/^$/, []],
  expired: [/^Your link may have expired\./, ['Finish']],
};

describe('<endlink-finish>', () => {
  afterEach(closeTab);

  for (const [name, [sentence, labels]] of Object.entries(SHOWN)) {
    it(`tells in a sentence that it is ${name}, and offers what there is to do`, async () => {
      const page = await STATES[name]?.();
      ok(page, name);
      await page.shows(stateOf(name));
      match(page.sentence(), sentence);
      deepEqual(
        page.buttons().map(({ textContent }) => textContent.trim()),
        labels,
      );
      for (const state of Object.keys(SHOWN)) {
        equal(page.element.matches(`:state(${state})`), state === stateOf(name), state);
      }
    });

    it(`has no fault for assistive technology when it is ${name}`, async () => {
      const page = await STATES[name]?.();
      ok(page, name);
      await page.shows(stateOf(name));
      const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
      deepEqual(await axe.violationsIn(), []);
    });
  }

  it('shows the mark of a dry run, unless the report had left before it was switched on', async () => {
    const html = '<endlink-finish outcome="complete" test="on"></endlink-finish>';
    const marks = ({ element }: { element: Element }) =>
      element.shadowRoot?.querySelectorAll('[part=test]').length;
    for (const state of ['confirmed', 'accepted', 'rejected']) {
      storeRecord({ state, outcome: 'complete', attempts: 1 });
      const page = await openFinish(html, { query: '' });
      await settled();
      equal(marks(page), 0, state);
      // A page that is still there would report the next record.
      leavePages();
    }
    for (const markup of [html.replace('test', 'manual test'), html]) {
      storeRecord({ state: 'waiting' });
      const page = await openFinish(markup, { query: '' });
      await until(() => marks(page) === 1);
      leavePages();
    }
  });

  it('changes from received to recorded without being announced again, and keeps its place', async () => {
    const accepted = Response.json({ result: 'accepted' }, { headers: { 'Retry-After': '30' } });
    const html = '<endlink-finish outcome="complete" via="relay"></endlink-finish>';
    const page = await openFinish(html, { timers: 'held', replies: [accepted] });
    await page.shows('accepted');
    const { element } = page;
    const line = page.status();
    equal(line.getAttribute('aria-live'), null);
    (await until(() => page.timers.find(({ delayMs }) => delayMs === 30_000))).run();
    await page.shows('confirmed');
    equal(page.status(), line);
    equal(line.getAttribute('aria-live'), 'off');
    deepEqual(
      page.events.filter(({ target }) => target === element).map(({ type }) => type),
      ['endlink-reporting', 'endlink-accepted', 'endlink-confirmed'],
    );
  });

  it('announces a refusal of what was received', async () => {
    const replies = [
      Response.json({ result: 'accepted' }, { headers: { 'Retry-After': '30' } }),
      Response.json({ error: 'outcome_rejected' }, { status: 409 }),
    ];
    const html = '<endlink-finish outcome="complete" via="relay"></endlink-finish>';
    const page = await openFinish(html, { timers: 'held', replies });
    await page.shows('accepted');
    (await until(() => page.timers.find(({ delayMs }) => delayMs === 30_000))).run();
    await page.shows('rejected');
    equal(page.status().getAttribute('aria-live'), null);
  });

  it('speaks another language once the page names one, around it or around its shadow tree', async () => {
    const html = '<endlink-finish outcome="complete" manual test="on"></endlink-finish>';
    const page = await openFinish(`<div lang="en">${html}</div>`);
    const box = page.document.querySelector('div');
    ok(box, 'There is a box');
    const speaks = (sentence: string) => until(() => page.sentence().startsWith(sentence));
    await speaks('You have reached');
    box.lang = 'de';
    await speaks('Sie sind am Ende');
    box.removeAttribute('lang');
    page.document.documentElement.lang = 'fr';
    await speaks('Vous');
    const host = page.document.createElement('div');
    box.append(host);
    host.attachShadow({ mode: 'open' }).append(page.element);
    page.document.documentElement.lang = 'de';
    await speaks('Sie sind am Ende');
    host.lang = 'en';
    await speaks('You have reached');
    box.lang = 'es';
    host.removeAttribute('lang');
    box.append(page.element);
    await until(() => page.status().lang === 'es');
  });

  it('breaks a long word in a slot, so that the page of a phone stays as wide as it is', async () => {
    const word = 'm'.repeat(200);
    const html = `<div style="width: 300px"><endlink-finish outcome="complete" manual test="on">
      <p slot="waiting">${word}</p></endlink-finish></div>`;
    const page = await openFinish(html);
    await page.shows('waiting');
    equal(page.element.scrollWidth, 300);
    page.element.innerHTML = `<span slot="waiting">${word}</span>`;
    await settled();
    equal(page.element.scrollWidth, 300);
  });

  it('offers to finish in a state that another version stored, and tells it as waiting', async () => {
    storeRecord({ state: 'landed' });
    const html = '<endlink-finish outcome="complete" manual test="on"></endlink-finish>';
    const page = await openFinish(html, { query: '' });
    await until(() => page.buttons().length);
    match(page.sentence(), /^You have reached the end/);
    page.buttons()[0]?.click();
    await page.shows('confirmed');
  });

  it('announces each state in one and the same live region', async () => {
    const { element, shows, status, buttons } = await openFinish(
      '<endlink-finish outcome="complete" manual test="on"></endlink-finish>',
    );
    await shows('waiting');
    const line = status();
    equal(line.getAttribute('role'), 'status');
    buttons()[0]?.click();
    await shows('confirmed');
    equal(status(), line);
    equal(element.shadowRoot?.querySelectorAll('[role=status]').length, 1);
  });

  it('tells no state by colour alone, and reads no sign aloud', async () => {
    const marks = new Set<string>();
    for (const name of ['waiting', 'confirmed', 'rejected', 'unknown']) {
      const page = await STATES[name]?.();
      await page?.shows(stateOf(name));
      const mark = page?.status().querySelector('[part=mark]');
      equal(mark?.getAttribute('aria-hidden'), 'true');
      marks.add(mark?.textContent ?? '');
      closeTab();
    }
    equal(marks.size, 4);
    ok(!marks.has(''), 'Each has a sign');
  });

  it('shows what the page put into the slot of a state, and its own sentence in the others', async () => {
    const { sentence, shows, buttons } = await openFinish(
      `<endlink-finish outcome="complete" manual test="on">
        <span slot="confirmed">Your points are on their way.</span>
        <span slot="rejected">Write to us.</span>
      </endlink-finish>`,
    );
    await shows('waiting');
    match(sentence(), /^You have reached the end/);
    buttons()[0]?.click();
    await shows('confirmed');
    equal(sentence(), 'Your points are on their way.');
  });

  it('is styled by the page through its parts and properties', async () => {
    const {
      document: page,
      element,
      buttons,
      status,
      shows,
      window,
    } = await openFinish('<endlink-finish outcome="complete" manual test="cors"></endlink-finish>');
    const sheet = page.createElement('style');
    sheet.textContent = `
      endlink-finish { --vaultlink-accent: rgb(1, 2, 3); --vaultlink-on-accent: rgb(4, 5, 6); }
      endlink-finish::part(button) { font-size: 33px }
      endlink-finish::part(retry) { font-size: 34px }
      endlink-finish::part(status) { font-size: 35px }`;
    page.head.append(sheet);
    await shows('waiting');
    const styleOf = (one: Element | undefined) => one && window.getComputedStyle(one);
    equal(styleOf(buttons()[0])?.backgroundColor, 'rgb(1, 2, 3)');
    equal(styleOf(buttons()[0])?.color, 'rgb(4, 5, 6)');
    equal(styleOf(buttons()[0])?.fontSize, '33px');
    equal(styleOf(status())?.fontSize, '35px');
    buttons()[0]?.click();
    await shows('unknown');
    deepEqual(
      buttons().map((button) => styleOf(button)?.fontSize),
      ['34px', '34px'],
    );
    element.hidden = true;
    equal(styleOf(element)?.display, 'none');
  });

  it('keeps the focus of a button that went away, at the line that tells what came of it', async () => {
    const { element, buttons, shows, status } = await openFinish(
      '<endlink-finish outcome="complete" manual test="on"></endlink-finish>',
    );
    await shows('waiting');
    buttons()[0]?.focus();
    equal(element.shadowRoot?.activeElement, buttons()[0] ?? null);
    buttons()[0]?.click();
    await shows('confirmed');
    equal(element.shadowRoot?.activeElement, status());
  });

  it('takes no focus that is elsewhere', async () => {
    const {
      document: page,
      element,
      shows,
    } = await openFinish(
      '<input /><endlink-finish outcome="complete" manual test="on"></endlink-finish>',
    );
    await shows('waiting');
    page.querySelector('input')?.focus();
    await element.report();
    await shows('confirmed');
    equal(page.activeElement?.localName, 'input');
    equal(element.shadowRoot?.activeElement, null);
  });

  it('shows what became of its token while the page slept', async () => {
    const { engine, element, shows, window } = await openFinish(
      '<endlink-finish outcome="complete" manual test="on"></endlink-finish>',
    );
    await shows('waiting');
    const record = engine().readRecord();
    ok(record, 'The token waits');
    engine().writeRecord({ ...record, outcome: 'complete', state: 'confirmed' });
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await element.updateComplete;
    equal(element.state, 'confirmed');
  });
});

describe('the definition of the elements', () => {
  afterEach(closeTab);

  it('can be loaded twice', async () => {
    const { load, window, element } = await openFinish('<endlink-finish></endlink-finish>');
    const first = window.customElements.get('endlink-finish');
    await load('elements/define.ts?copy');
    equal(window.customElements.get('endlink-finish'), first);
    ok(first && element instanceof first, 'The element is of the first');
    await settled();
  });
});
