import { expect, test } from '../../e2e/support/in-engine.ts';
import { expectDecided, expectWithout } from '../../e2e/support/verdict.ts';

const TOKEN = 'q8Zk3vXw9rT2';

test('final: an assertion about what the service received', async () => {
  await expectDecided(() => expect([200, 200]).toEqual([200]));
});

test('final: a test that fails with something else after such an assertion', () => {
  try {
    expectWithout(TOKEN, [`/next?${TOKEN}`]);
  } catch {
    // As where a fixture fails in place of the test.
  }
  expect(1).toBe(2);
});

test('ordinary: any other assertion', () => {
  test.info().annotations.push({ type: 'another annotation' });
  expect(1).toBe(2);
});
