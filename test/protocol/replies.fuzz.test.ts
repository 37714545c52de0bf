import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  fromReply,
  instantMs,
  isConnectMessage,
  isPacketId,
  isVaultError,
  lifetimeSecondsOf,
  pushBody,
  pushPath,
} from 'vaultlink/protocol';
import type { Answers } from 'vaultlink/protocol';
import { errorReply, tokenResponse } from '../../src/protocol/schemas.ts';
import { anyJson, hostileText, tampered } from '../support/any-values.ts';
import { tries } from '../support/fuzz.ts';

const claims = tampered({ expires_at: 1_767_355_200, aud: 'client-1' });
const jwt = claims.map(
  (payload) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sig`,
);
const accessToken = fc.oneof(jwt, hostileText, fc.constantFrom('a.b.c', '..', 'e30.e30.'));

describe('what a service answers', () => {
  it('becomes an error of ours, whatever it is', () => {
    const body = fc.oneof(
      anyJson,
      tampered({ error: 'invalid_token', error_description: 'It has expired.', errors: null }),
      fc.record({ errors: fc.oneof(anyJson, tampered({ base: ['No.', 5, null] })) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), body, (status, reply) => {
        const error = fromReply(status, reply);
        assert(isVaultError(error));
        const written = JSON.parse(JSON.stringify(error)) as unknown;
        assert.deepEqual(errorReply.parse(written), written);
      }),
      tries(1000),
    );
  });

  it('is a pair of tokens wherever it has one, and lives for no negative and no unknown time', () => {
    const good = {
      token_type: 'Bearer',
      expires_in: 86_400,
      scope: 'a',
      created_at: 1_767_268_800,
    };
    fc.assert(
      fc.property(accessToken, hostileText, tampered(good), (access, refresh, others) => {
        const fields = {
          token_type: 'Bearer',
          ...others,
          access_token: access,
          refresh_token: refresh,
        };
        const { data } = tokenResponse.safeParse(fields);
        assert.equal(data !== undefined, Boolean(access && refresh));
        if (!data) return;
        assert.deepEqual([data.access_token, data.refresh_token], [access, refresh]);
        const seconds = lifetimeSecondsOf(data);
        assert(seconds >= 0, String(seconds));
      }),
      tries(1000),
    );
  });

  it('names an instant that is a number, or none', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const ms = instantMs(value);
        assert(ms === undefined || Number.isFinite(ms));
      }),
      tries(1000),
    );
  });
});

describe('what is to be pushed', () => {
  it('is sent to the letter where each answer is text or nothing, and else refused', () => {
    const answers = fc.dictionary(hostileText, fc.oneof(hostileText, anyJson), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(answers, (given) => {
        // As it comes over the wire: a question named __proto__ is one of its own.
        const text = JSON.stringify(given);
        const payload = JSON.parse(text) as Answers;
        const isFine = Object.values(payload).every(
          (one) => one === null || typeof one === 'string',
        );
        try {
          assert.equal(JSON.stringify(pushBody('p', payload)), `{"id":"p","payload":${text}}`);
          assert(isFine, text);
        } catch (error) {
          assert(!isFine && isVaultError(error), text);
          assert.equal(error.code, 'validation_failed');
        }
      }),
      tries(1000),
    );
  });

  it('goes below the address of the service, or nowhere', () => {
    fc.assert(
      fc.property(hostileText, (packetId) => {
        if (!isPacketId(packetId)) {
          assert.throws(() => pushPath(packetId), isVaultError);
          return;
        }
        const path = `/api/v5/packets/${packetId}/sellers_packets/push`;
        assert.equal(new URL(pushPath(packetId), 'https://service.example').pathname, path);
      }),
      tries(1000),
    );
  });
});

describe('what a window tells', () => {
  it('is looked at without harm', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, fc.anything()), (message) => {
        assert.equal(typeof isConnectMessage(message), 'boolean');
      }),
      tries(1000),
    );
  });
});
