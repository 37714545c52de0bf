import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mistakesOfKeys } from '../../src/options/unknown-keys.ts';

const KNOWN = { subject: true, mayReport: true, onEvent: true } as const;

describe('mistakesOfKeys', () => {
  for (const [wrong, likely] of [
    ['subjet', 'subject'],
    ['mayReprot', 'mayReport'],
    ['mayreport', 'mayReport'],
    ['ONEVENT', 'onEvent'],
    ['onEvents', 'onEvent'],
  ] as const) {
    it(`names ${likely} for ${wrong}`, () => {
      assert.deepEqual(mistakesOfKeys<object>({ [wrong]: 1 }, KNOWN), [
        `There is no option ${wrong}. Did you mean ${likely}?`,
      ]);
    });
  }

  it('names all options where none is similar', () => {
    assert.deepEqual(mistakesOfKeys<object>({ colour: 'red' }, KNOWN), [
      'There is no option colour. These exist: subject, mayReport, onEvent.',
    ]);
  });

  it('names the object that a key is in', () => {
    assert.deepEqual(mistakesOfKeys<object>({ onEvnt: 1 }, KNOWN, 'keys.0'), [
      'There is no option keys.0.onEvnt. Did you mean keys.0.onEvent?',
    ]);
  });

  it('finds each wrong key, also where its value is undefined or its name is one of every object', () => {
    const options = { subjet: undefined, toString: 1, mayReport: 1, constructor: 1 };
    assert.equal(mistakesOfKeys<object>(options, KNOWN).length, 3);
  });

  it('accepts right keys, no object and an object of a class', () => {
    class Options {
      subject = 1;
      method() {
        return this.subject;
      }
    }
    for (const options of [{}, { subject: undefined }, new Options(), undefined, null]) {
      assert.deepEqual(mistakesOfKeys<object>(options, KNOWN), []);
    }
  });
});
