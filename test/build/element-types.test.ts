import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ELEMENT_TYPES, elementTypes } from '../../build/element-types.ts';
import type { ElementTypes } from '../../src/frameworks/element-types.ts';

/** All events that the docstrings of the elements name, with the classes that they name. */
type Documented = ElementTypes['endlink-finish']['events'] &
  ElementTypes['vault-connect']['events'] &
  ElementTypes['vault-push']['events'];

/** All events that have types in the DOM. */
type Declared = Pick<
  GlobalEventHandlersEventMap,
  Extract<keyof GlobalEventHandlersEventMap, `endlink-${string}` | `vault-${string}`>
>;

describe('The types of the elements', () => {
  it('are what "npm run generate:types" writes', async () => {
    assert.equal(readFileSync(ELEMENT_TYPES, 'utf8'), await elementTypes());
  });

  it('have the events and classes that the DOM has', () => {
    // The compiler compares them, in both directions.
    const read = (events: Declared): Documented => events;
    const write = (events: Documented): Declared => events;
    assert.notEqual(read, write);
  });
});
