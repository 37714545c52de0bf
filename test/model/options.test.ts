import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDryRun, landingNamesOf, outcomeOf } from '../../src/browser/endlink/options.ts';

describe('landingNamesOf', () => {
  it('uses the names of the service where the options choose none', () => {
    const names = {
      token: 'service_endlink_token',
      sellerId: 'seller_id',
      interactionId: undefined,
    };
    assert.deepEqual(landingNamesOf({}), names);
    assert.deepEqual(landingNamesOf({ tokenParam: '', sellerParam: '' }), names);
  });

  it('uses the names that the options choose', () => {
    assert.deepEqual(landingNamesOf({ tokenParam: 't', sellerParam: 's', interactionParam: 'i' }), {
      token: 't',
      sellerId: 's',
      interactionId: 'i',
    });
  });
});

describe('outcomeOf', () => {
  const options = {
    outcomeMap: '1:complete  2:screenout,\n3:quota_full,x:nonsense complete:fail 4',
  };

  it('reads the four outcomes', () => {
    for (const outcome of ['complete', 'fail', 'quota_full', 'screenout']) {
      assert.equal(outcomeOf({}, outcome), outcome);
    }
  });

  it("reads a tool's own codes, as text or numbers", () => {
    assert.equal(outcomeOf(options, '1'), 'complete');
    assert.equal(outcomeOf(options, 2), 'screenout');
    assert.equal(outcomeOf(options, '3'), 'quota_full');
    assert.equal(outcomeOf(options, 'fail'), 'fail');
  });

  it('prefers the code of a tool to an outcome of the same name', () => {
    assert.equal(outcomeOf(options, 'complete'), 'fail');
  });

  it('reads nothing from a code that is unknown, has no outcome or cannot be text', () => {
    for (const value of ['5', '4', 'x', '', undefined, null, {}, ['1'], { toString: null }, true]) {
      assert.equal(outcomeOf(options, value), undefined);
    }
    assert.equal(outcomeOf({}, 'undefined'), undefined);
    assert.equal(outcomeOf({ outcomeMap: 'true:complete' }, true), undefined);
  });
});

describe('isDryRun', () => {
  it('is true for the values that name a dry run', () => {
    for (const test of ['on', 'confirmed', 'rejected', 'spent', 'expired', 'offline', 'cors']) {
      assert.ok(isDryRun({ test }), test);
    }
  });

  it('is false for every other value, so that a typo reports for real', () => {
    for (const test of [undefined, '', 'false', 'off', '0', 'ON', 'confirmd']) {
      assert.ok(!isDryRun({ test }), test);
    }
  });
});
