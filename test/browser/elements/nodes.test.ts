import type * as Nodes from '../../../src/browser/elements/nodes.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { createButton, createElement, patchChildren } =
  await load<typeof Nodes>('elements/nodes.ts');

/** Returns an element of this page whose children have been patched with each of the given ones in turn. */
function patched(...versions: readonly (readonly Node[])[]): HTMLElement {
  const shown = createElement('div', {});
  document.body.append(shown);
  for (const nodes of versions) patchChildren(shown, createElement('div', {}, ...nodes));
  return shown;
}

/** Returns a function that names what has changed inside an element since. */
function changesOf(shown: Element): () => string[] {
  const observer = new MutationObserver(() => undefined);
  const everything = { attributes: true, characterData: true, childList: true, subtree: true };
  observer.observe(shown, everything);
  return () =>
    observer.takeRecords().map(({ type, target, addedNodes, removedNodes }) => {
      const added = [...addedNodes].map(({ textContent }) => ` + ${textContent}`);
      const removed = [...removedNodes].map(({ textContent }) => ` - ${textContent}`);
      return type === 'childList'
        ? [type, ...added, ...removed].join('')
        : `${type} ${target.textContent}`;
    });
}

const line = (text: string, language?: string) =>
  createElement('p', { part: 'status', lang: language }, text);

describe('the nodes of an element', () => {
  afterEach(() => document.body.replaceChildren());

  it('have the attributes and children that are given, and none for what is undefined', () => {
    const element = createElement('p', { part: 'a', lang: undefined }, undefined, 'b', '');
    equal(element.outerHTML, '<p part="a">b</p>');
    equal(element.childNodes.length, 1);
  });

  it('stay the same when their text and attributes change', () => {
    const shown = patched([line('One', 'en')]);
    const { firstChild } = shown;
    const text = firstChild?.firstChild;
    patchChildren(shown, createElement('div', {}, line('Zwei', 'de')));
    equal(shown.innerHTML, '<p part="status" lang="de">Zwei</p>');
    equal(shown.firstChild, firstChild);
    equal(shown.firstChild?.firstChild, text);
  });

  it('lose the attributes and children that are gone', () => {
    const shown = patched([line('One', 'en'), line('Two')], [line('One')]);
    equal(shown.innerHTML, '<p part="status">One</p>');
  });

  it('are not touched when nothing has changed', () => {
    const nodes = () => [line('One', 'en'), createButton('retry', 'Again', () => undefined)];
    const shown = patched(nodes());
    const changes = changesOf(shown);
    patchChildren(shown, createElement('div', {}, ...nodes()));
    deepEqual(changes(), []);
  });

  it('of a live region change only in what is new', () => {
    const region = (...sentences: string[]) =>
      createElement(
        'p',
        { role: 'status' },
        createElement('span', { 'aria-hidden': 'true' }, '!'),
        ...sentences.map((sentence) => createElement('span', {}, sentence)),
      );
    const shown = patched([region('Age is missing.', 'Name is too long.')]);
    const [mark, first, second] = shown.querySelectorAll('span');
    const changes = changesOf(shown);
    const next = region('Age is missing.', 'Name is missing.', 'Town is missing.');
    patchChildren(shown, createElement('div', {}, next));
    deepEqual(changes(), ['characterData Name is missing.', 'childList + Town is missing.']);
    const [sameMark, sameFirst, sameSecond] = shown.querySelectorAll('span');
    deepEqual([sameMark === mark, sameFirst === first, sameSecond === second], [true, true, true]);
  });

  it('keep the focus of a button of the same part, which then does what the new one does', () => {
    const presses: string[] = [];
    const button = (label: string) => createButton('button', label, () => presses.push(label));
    const shown = patched([button('One')]);
    const first = shown.querySelector('button');
    first?.focus();
    patchChildren(shown, createElement('div', {}, button('Two')));
    equal(document.activeElement, shown.querySelector('button'));
    equal(shown.querySelector('button'), first);
    shown.querySelector('button')?.click();
    deepEqual(presses, ['Two']);
  });

  it('are replaced when they have another part', () => {
    const shown = patched([createButton('button', 'One', () => undefined)]);
    const first = shown.firstChild;
    patchChildren(
      shown,
      createElement(
        'div',
        {},
        createButton('retry', 'Two', () => undefined),
      ),
    );
    equal(shown.innerHTML, '<button part="retry">Two</button>');
    equal(shown.contains(first), false);
  });

  it('leave an element for styles as it is, where Lit has put it', () => {
    const style = createElement('style', {}, 'p { color: red }');
    const shown = createElement('div', {}, style);
    for (const text of ['One', 'Two']) patchChildren(shown, createElement('div', {}, line(text)));
    equal(shown.innerHTML, '<style>p { color: red }</style><p part="status">Two</p>');
    equal(shown.firstChild, style);
  });
});
