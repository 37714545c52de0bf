import { deepEqual, ok } from '../support/assert.ts';
import { closeTab, openVault, PUSHED, reply } from '../support/vault-page.ts';

type Answers = Record<string, string | null>;

/** How a page handles the submit event of its form. */
type SubmitListener = (form: HTMLFormElement, event: Event) => void;

/** Pushes a form with these controls, and returns the answers in the request. */
async function push(
  controls: string,
  onSubmit: SubmitListener = () => undefined,
  prepare: (form: HTMLFormElement) => void = () => undefined,
): Promise<Answers> {
  const html = `<vault-push packet-id="p1"><form>${controls}<button>Save</button></form></vault-push>`;
  const page = await openVault('vault-push', html, { replies: [reply(PUSHED)] });
  const [form] = page.document.forms;
  ok(form, 'There is a form');
  prepare(form);
  // A control may have the name of a method.
  EventTarget.prototype.addEventListener.call(form, 'submit', (event) => onSubmit(form, event));
  page.document.querySelector('button')?.click();
  await page.shows('pushed');
  const body = page.service.requests[0]?.init.body as string;
  return (JSON.parse(body) as { payload: Answers }).payload;
}

const reset: SubmitListener = (form) => HTMLFormElement.prototype.reset.call(form);

/** Finds an input of a form. */
function find(form: HTMLFormElement, selector: string): HTMLInputElement {
  const found = form.querySelector<HTMLInputElement>(selector);
  ok(found, selector);
  return found;
}

/** Sets a control as its user, or a script, does. */
const set = (form: HTMLFormElement, name: string, value: string) => {
  find(form, `[name="${name}"]`).value = value;
};

describe('the answers of a form whose submit listener resets it', () => {
  afterEach(closeTab);

  it('are those of radio buttons that are hidden in styled labels', async () => {
    const controls = `
      <label><input type="radio" name="drink" value="no" checked style="display: none" />No</label>
      <label><input type="radio" name="drink" value="yes" style="display: none" />Yes</label>`;
    const answers = await push(controls, reset, (form) =>
      form.querySelectorAll('label')[1]?.click(),
    );
    deepEqual(answers, { drink: 'yes' });
  });

  it('are those of the range, select, number, checkbox and date in a hidden step', async () => {
    const controls = `<div hidden>
      <input type="range" name="range" min="0" max="10" value="5" />
      <select name="select"><option>a</option><option>b</option></select>
      <input type="number" name="number" value="1" />
      <input type="checkbox" name="checkbox" checked />
      <input type="date" name="date" value="2026-01-01" />
    </div>`;
    const choose = (form: HTMLFormElement) => {
      set(form, 'range', '9');
      set(form, 'select', 'b');
      set(form, 'number', '2');
      find(form, '[type=checkbox]').checked = false;
      set(form, 'date', '2026-02-02');
    };
    deepEqual(await push(controls, reset, choose), {
      range: '9',
      select: 'b',
      number: '2',
      checkbox: null,
      date: '2026-02-02',
    });
  });

  it('are those of the text in a hidden step, and what the listener has filled before', async () => {
    const controls = `
      <div hidden><input name="text" value="old" /><textarea name="editor"></textarea></div>
      <input type="hidden" name="hidden" />`;
    const fillAndReset: SubmitListener = (form) => {
      set(form, 'editor', 'written');
      set(form, 'hidden', 'computed');
      form.reset();
      set(form, 'hidden', 'too late');
    };
    const answers = await push(controls, fillAndReset, (form) => set(form, 'text', 'new'));
    deepEqual(answers, { text: 'new', editor: 'written', hidden: 'computed' });
  });

  it('are what the listener has filled if the page has prevented the reset', async () => {
    const controls = '<input type="hidden" name="hidden" value="old" />';
    const answers = await push(controls, (form) => {
      form.addEventListener('reset', (event) => event.preventDefault());
      form.reset();
      set(form, 'hidden', 'computed');
    });
    deepEqual(answers, { hidden: 'computed' });
  });

  it('are the same with a control that has the name of a method of the form', async () => {
    const controls = ['reset', 'elements', 'addEventListener', 'querySelector', 'matches', 'method']
      .map((name) => `<div hidden><input name="${name}" /></div>`)
      .join('');
    const fill = (form: HTMLFormElement) => {
      for (const input of form.ownerDocument.querySelectorAll('input')) input.value = 'typed';
    };
    const answers = await push(controls, reset, fill);
    deepEqual(answers, {
      reset: 'typed',
      elements: 'typed',
      addEventListener: 'typed',
      querySelector: 'typed',
      matches: 'typed',
      method: 'typed',
    });
  });
});

describe('the answers of a form whose submit listener changes it', () => {
  afterEach(closeTab);

  it('are the empty text of a hidden control that the listener clears', async () => {
    const controls = `<input type="hidden" name="hidden" value="old" />
      <textarea name="editor" style="display: none">old</textarea><input name="seen" value="Ada" />`;
    const clear: SubmitListener = (form) => {
      for (const name of ['hidden', 'editor', 'seen']) set(form, name, '');
    };
    deepEqual(await push(controls, clear), { hidden: '', editor: '', seen: 'Ada' });
  });

  it('are not what the listener does to hidden choices and numbers', async () => {
    const controls = `<div hidden>
      <input type="checkbox" name="checkbox" checked /><input type="number" name="number" value="1" />
      <select name="select"><option>a</option><option>b</option></select>
      <input type="radio" name="none" value="1" />
    </div>`;
    const change: SubmitListener = (form) => {
      for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox],[type=radio]'))
        box.checked = !box.checked;
      set(form, 'number', '2');
      set(form, 'select', 'b');
    };
    const answers = { checkbox: 'on', number: '1', select: 'a', none: null };
    deepEqual(await push(controls, change), answers);
  });

  it('are those of a hidden control that the listener adds, and of controls that it removes', async () => {
    const answers = await push('<input name="seen" value="Ada" />', (form) => {
      form.innerHTML = `<input type="hidden" name="score" value="7" /><input name="seen" />
        <input type="checkbox" name="again" checked />`;
    });
    deepEqual(answers, { seen: 'Ada', score: '7' });
  });
});

/** A hidden control beside a checkbox of its name, as the helpers of some frameworks write it. */
const UNCHECKED: Record<string, string> = {
  Rails:
    '<input type="hidden" name="news" value="0" /><input type="checkbox" name="news" value="1" />',
  'ASP.NET':
    '<input type="checkbox" name="news" value="true" /><b></b><input type="hidden" name="news" value="false" />',
};

describe('the answer of a question with several controls', () => {
  afterEach(closeTab);

  for (const [framework, controls] of Object.entries(UNCHECKED)) {
    it(`is the hidden value of an unchecked box, and that of a checked box alone, as ${framework} writes them`, async () => {
      const [off, on] = framework === 'Rails' ? ['0', '1'] : ['false', 'true'];
      deepEqual(await push(controls), { news: off });
      closeTab();
      deepEqual(await push(controls.replace('"checkbox"', '"checkbox" checked')), { news: on });
    });
  }

  it('is none if the hidden value is empty and nothing is chosen, and the choices alone otherwise', async () => {
    const controls = `
      <input type="hidden" name="none" /><input type="checkbox" name="none" value="a" />
      <input type="hidden" name="boxes" /><input type="checkbox" name="boxes" value="a" checked />
      <input type="checkbox" name="boxes" value="b" checked />
      <input type="hidden" name="list" value="" /><select name="list" multiple><option selected>1</option></select>
      <input type="hidden" name="radio" value="0" /><input type="radio" name="radio" value="1" checked />`;
    deepEqual(await push(controls), { none: null, boxes: 'a, b', list: '1', radio: '1' });
  });

  it('is the value of the hidden control that stands in for a disabled one', async () => {
    const controls = `<input type="hidden" name="plan" value="pro" />
      <select name="plan" disabled><option>pro</option></select>`;
    deepEqual(await push(controls), { plan: 'pro' });
  });

  it('joins no empty text, such as that of a field for another answer', async () => {
    const boxes = `<input type="checkbox" name="drink" value="A" checked />
      <input type="checkbox" name="drink" value="B" /><input name="drink" />`;
    deepEqual(await push(boxes), { drink: 'A' });
    closeTab();
    deepEqual(await push(boxes.replaceAll(' checked', '')), { drink: null });
    closeTab();
    const fill = (form: HTMLFormElement) => {
      find(form, 'input:not([type])').value = 'C';
    };
    deepEqual(await push(boxes, undefined, fill), { drink: 'A, C' });
    closeTab();
    const select =
      '<select name="drink"><option value="">Choose</option></select><input name="drink" value="C" />';
    deepEqual(await push(select), { drink: 'C' });
    closeTab();
    deepEqual(await push('<input name="line" /><input name="line" />'), { line: '' });
  });

  it('is the empty value of a choice that the user has made', async () => {
    const controls = `<input type="radio" name="drink" value="" checked />
      <input type="radio" name="drink" value="tea" />`;
    deepEqual(await push(controls), { drink: '' });
  });
});

describe('the answers without a control of their name', () => {
  afterEach(closeTab);

  it('are those that a formdata listener adds, changes and leaves out', async () => {
    const controls = '<input name="text" value="a" /><input name="secret" value="s" />';
    const answers = await push(controls, undefined, (form) => {
      form.addEventListener('formdata', ({ formData }) => {
        formData.append('score', '7');
        formData.append('score', '8');
        formData.set('text', 'changed');
        formData.delete('secret');
      });
    });
    deepEqual(answers, { text: 'changed', score: '7, 8' });
  });

  it('are the value of a form-associated element, and none while it has no value', async () => {
    const answers = await push('<x-rating name="rating"></x-rating>', undefined, (form) => {
      const { customElements, HTMLElement: Base } = form.ownerDocument.defaultView ?? window;
      class Rating extends Base {
        static formAssociated = true;
        readonly internals = this.attachInternals();
      }
      customElements.define('x-rating', Rating);
      form.insertAdjacentHTML('beforeend', '<x-rating name="unrated"></x-rating>');
      const values = new FormData();
      values.set('stars', '4');
      values.set('comment', 'good');
      form.querySelector<Rating>('x-rating')?.internals.setFormValue(values);
    });
    deepEqual(answers, { rating: null, unrated: null, stars: '4', comment: 'good' });
  });

  it('are the direction that dirname sends', async () => {
    const controls = '<input name="text" value="a" dir="rtl" dirname="text.dir" />';
    const answers = await push(controls);
    deepEqual(
      answers,
      'dirName' in document.createElement('input')
        ? { text: 'a', 'text.dir': 'rtl' }
        : { text: 'a' },
    );
  });

  for (const [button, answers] of [
    ['<button name="wish" value="yes">Yes</button>', { age: '42', wish: 'yes' }],
    ['<input type="submit" name="wish" value="yes" />', { age: '42', wish: 'yes' }],
    ['<input type="image" alt="Yes" name="wish" value="yes" />', { age: '42' }],
  ] as const)
    it(`have the value of the button that was pressed, such as ${button}, and of no other`, async () => {
      const controls = `<input name="age" value="42" /><button name="wish" value="no">No</button>${button}`;
      const {
        document: page,
        service,
        shows,
      } = await openVault(
        'vault-push',
        `<vault-push packet-id="p1"><form>${controls}</form></vault-push>`,
        { replies: [reply(PUSHED)] },
      );
      page.querySelector<HTMLElement>('form > :last-child')?.click();
      await shows('pushed');
      const body = service.requests[0]?.init.body as string;
      deepEqual((JSON.parse(body) as { payload: Answers }).payload, answers);
    });

  for (const root of ['document', 'window'])
    it(`have what a listener on the ${root} computes into a hidden control`, async () => {
      const answers = await push('<input type="hidden" name="sum" />', undefined, (form) => {
        const { ownerDocument: page } = form;
        const target = root === 'document' ? page : page.defaultView;
        target?.addEventListener('submit', () => set(form, 'sum', '3'));
      });
      deepEqual(answers, { sum: '3' });
    });
});
