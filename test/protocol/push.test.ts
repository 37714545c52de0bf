import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPacketId, mistakesOfAnswers, pushBody, pushPath, VaultError } from 'vaultlink/protocol';

describe('the path of a push', () => {
  it('is the one of the interface (§4.3)', () => {
    assert.equal(pushPath('a-B_9'), '/api/v5/packets/a-B_9/sellers_packets/push');
  });

  for (const id of ['', '.', '..', 'a/b', 'a%2Fb', 'a b', 'é', 'a?b', 'a#b', 'a\n', '{id}']) {
    it(`is refused for ${JSON.stringify(id)}`, () => {
      assert.equal(isPacketId(id), false);
      assert.throws(
        () => pushPath(id),
        (error: unknown) => error instanceof VaultError && error.code === 'invalid_request',
      );
    });
  }

  it('is refused with a sentence that says what an id is', () => {
    assert.throws(() => pushPath('a/b'), {
      message: 'A packet id is letters, digits, "_" and "-".',
    });
  });

  it('needs an id that is text', () => {
    for (const id of [7, null, undefined, ['a'], {}]) assert.equal(isPacketId(id), false);
    assert.equal(isPacketId('0'), true);
  });
});

describe('the body of a push', () => {
  it('is the one of the interface (§2.4)', () => {
    assert.equal(
      JSON.stringify(pushBody('profile', { name: 'Amara', drink: null })),
      '{"id":"profile","payload":{"name":"Amara","drink":null}}',
    );
  });

  it('says null for undefined, so that the question is saved; "" stays', () => {
    assert.equal(
      JSON.stringify(pushBody('profile', { name: undefined, drink: '' })),
      '{"id":"profile","payload":{"name":null,"drink":""}}',
    );
  });

  it('may be without answers', () => {
    assert.equal(JSON.stringify(pushBody('p', {})), '{"id":"p","payload":{}}');
  });

  it('takes a question of any name', () => {
    const answers = JSON.parse('{"__proto__":"a","constructor":"b","":"c","1":null}') as Record<
      string,
      string
    >;
    const { payload } = pushBody('p', answers);
    assert.equal(JSON.stringify(payload), '{"1":null,"__proto__":"a","constructor":"b","":"c"}');
    assert.equal(Object.getPrototypeOf(payload), Object.prototype);
  });

  it('is refused with one message for each answer that is no text', () => {
    const answers = { name: 7, drink: 'tea', pets: ['cat'] } as unknown as Record<string, string>;
    assert.throws(
      () => pushBody('p', answers),
      (error: unknown) => {
        assert.ok(error instanceof VaultError);
        assert.equal(error.code, 'validation_failed');
        assert.equal(
          error.message,
          'name must be text or null, not a number. pets must be text or null, not a list.',
        );
        assert.deepEqual(error.messages, [
          'name must be text or null, not a number.',
          'pets must be text or null, not a list.',
        ]);
        return true;
      },
    );
  });
});

describe('mistakes of answers', () => {
  it('are none where each is text, null or undefined', () => {
    assert.deepEqual(mistakesOfAnswers({ a: 'x', b: '', c: null, d: undefined }), []);
  });

  const mistakes: [answer: unknown, message: string][] = [
    [7, 'q must be text or null, not a number.'],
    [false, 'q must be text or null, not a boolean.'],
    [{}, 'q must be text or null, not an object.'],
    [[], 'q must be text or null, not a list.'],
  ];
  for (const [answer, message] of mistakes) {
    it(`name ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(mistakesOfAnswers({ q: answer }), [message]);
    });
  }

  it('are found behind the name __proto__', () => {
    assert.deepEqual(mistakesOfAnswers(JSON.parse('{"__proto__":1}')), [
      '__proto__ must be text or null, not a number.',
    ]);
  });

  for (const payload of [null, undefined, 'a', 7, true, ['a']]) {
    it(`say that ${JSON.stringify({ payload })} has no payload`, () => {
      assert.deepEqual(mistakesOfAnswers(payload), [
        'The payload must be an object with a question name for each answer.',
      ]);
    });
  }
});
