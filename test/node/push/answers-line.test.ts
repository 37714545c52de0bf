import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAnswersLine, repeatedKeysIn } from '../../../src/node/push/answers-line.ts';

describe('a line of answers that has a key twice', () => {
  it('is a mistake, which names the key and quotes no value', () => {
    for (const [text, key] of [
      ['{"subject":"ann","answers":{"q":"yes","q":"no"}}', 'q'],
      ['{"subject":"ann","subject":"bob","answers":{}}', 'subject'],
      ['{"subject":"ann","answers":{"q":"yes"},"answers":{}}', 'answers'],
      ['{"subject":"ann","answers":{"a b":"yes","\\u0061 b":"yes"}}', 'a b'],
    ] as const) {
      const { mistakes } = readAnswersLine(Buffer.from(text));
      assert.deepEqual(mistakes, [`${JSON.stringify(key)} occurs more than once.`], text);
    }
  });

  it('is told apart from a line whose values look like keys', () => {
    for (const text of [
      '{"subject":"q","answers":{"q":"q","r":"\\"q\\":","answers":"{\\"q\\":1,\\"q\\":2}"}}',
      '{"subject":"ann","answers":{"":"","\\\\":"\\\\","__proto__":null}}',
    ]) {
      assert.ok('line' in readAnswersLine(Buffer.from(text)), text);
    }
  });

  it('is found at any depth, and each object counts for itself', () => {
    assert.deepEqual(repeatedKeysIn('[{"a":1},{"a":[{"b":{"c":1,"c":2}}]},{"d":"d","e":1}]'), [
      'c',
    ]);
  });
});
