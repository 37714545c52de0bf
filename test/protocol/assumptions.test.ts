import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ASSUMPTIONS } from 'vaultlink/protocol';

/** The numbered headings of the interface. */
const SECTIONS = [
  ...['§1', '§2', '§2.1', '§2.2', '§2.3', '§2.4', '§2.5', '§3', '§3.1', '§3.2'],
  ...['§4', '§4.1', '§4.2', '§4.3', '§4.4', '§5', '§6', '§7', '§8', '§9'],
];

describe('every assumption', () => {
  const assumptions = Object.entries(ASSUMPTIONS);

  it('stands under a section that the interface has', () => {
    assert.notEqual(assumptions.length, 0);
    for (const [name, { section }] of assumptions) assert(SECTIONS.includes(section), name);
  });

  it('says in sentences what was decided and why', () => {
    for (const [name, { value, why }] of assumptions) {
      assert.match(value, /^\S.*\.$/, name);
      assert.match(why, /^\S.*\.$/, name);
    }
  });

  it('decides a point of its own', () => {
    const values = assumptions.map(([, { value }]) => value);
    assert.equal(new Set(values).size, values.length);
  });
});
