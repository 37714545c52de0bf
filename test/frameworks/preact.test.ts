import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Window } from 'happy-dom';
import { h, render } from 'preact';
import type { PreactElements } from '../../src/frameworks/preact/index.ts';

it('Preact sets the attributes of an element, and listens to its events under the names that have types', () => {
  const { document, CustomEvent } = new Window() as unknown as typeof globalThis;
  Object.assign(globalThis, { document });
  const confirmed: Event[] = [];

  const properties: PreactElements['endlink-finish'] = {
    outcome: 'complete',
    'base-url': 'https://service.example',
    manual: true,
    'onendlink-confirmed': (event) => confirmed.push(event),
  };
  render(h('endlink-finish', properties as object), document.body);

  const element = document.querySelector('endlink-finish');
  assert.equal(element?.getAttribute('outcome'), 'complete');
  assert.equal(element.getAttribute('base-url'), 'https://service.example');
  assert.equal(element.hasAttribute('manual'), true);
  const event = new CustomEvent('endlink-confirmed');
  element.dispatchEvent(event);
  assert.deepEqual(confirmed, [event]);
});
