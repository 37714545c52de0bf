import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outcomeOf } from '../../src/browser/endlink/options.ts';
import { findRecord, parseRecord, replaceRecord } from '../../src/browser/endlink/record.ts';
import type { EndlinkRecord, WaitingRecord } from '../../src/browser/endlink/record.ts';

const WAITING = {
  token: 'abc',
  sellerId: '42',
  interactionId: '7',
  query: '?service_endlink_token=abc',
  capturedAtMs: 5,
  entries: ['entry-1', 'entry-2'],
  previous: undefined,
  state: 'waiting',
  isExpiring: false,
};

const REPORTED = {
  token: 'abc',
  sellerId: '42',
  interactionId: '7',
  query: '?service_endlink_token=abc',
  capturedAtMs: 5,
  entries: ['entry-1', 'entry-2'],
  previous: undefined,
  outcome: 'complete',
  via: 'relay',
  attempts: 2,
  ambiguous: true,
  ambiguousDirect: true,
  result: 'unknown',
  status: 500,
  body: 'down',
  probablyRecorded: true,
  misconfigured: true,
  state: 'unknown',
};

describe('parseRecord', () => {
  it('returns every field of a record that it was given', () => {
    assert.deepEqual(parseRecord(WAITING), WAITING);
    assert.deepEqual(parseRecord({ ...WAITING, isExpiring: true }), {
      ...WAITING,
      isExpiring: true,
    });
    assert.deepEqual(parseRecord(REPORTED), REPORTED);
  });

  it('returns nothing where the token is missing, empty or no text', () => {
    for (const value of [undefined, null, 'abc', 7, [], {}, { token: '' }, { token: 7 }]) {
      assert.equal(parseRecord(value), undefined);
    }
  });

  it('keeps the state expired and reads any other state without an outcome as waiting', () => {
    assert.equal(parseRecord({ ...WAITING, state: 'expired' })?.state, 'expired');
    for (const state of ['confirmed', 'sent', undefined, {}]) {
      assert.equal(parseRecord({ ...WAITING, state })?.state, 'waiting');
    }
  });

  it('reads an outcome whose state is not a result as being reported', () => {
    for (const state of ['waiting', 'expired', 'reporting', 'sent', undefined, ['confirmed']]) {
      assert.equal(parseRecord({ ...REPORTED, state })?.state, 'reporting');
    }
    for (const state of ['accepted', 'confirmed', 'rejected', 'unknown']) {
      const record = parseRecord({ ...REPORTED, state, result: state });
      assert.deepEqual(record, { ...REPORTED, state, result: state });
    }
  });

  it('replaces fields of another type by their defaults', () => {
    const odd = Object.fromEntries(Object.keys(REPORTED).map((name) => [name, { toString: null }]));
    const captured = {
      token: 'abc',
      sellerId: undefined,
      interactionId: undefined,
      query: '',
      capturedAtMs: 0,
      entries: undefined,
      previous: undefined,
    };
    assert.deepEqual(parseRecord({ ...odd, token: 'abc' }), {
      ...captured,
      state: 'waiting',
      isExpiring: false,
    });
    assert.deepEqual(
      parseRecord({
        ...odd,
        token: 'abc',
        outcome: 'fail',
        ambiguous: 0,
        ambiguousDirect: 1,
        probablyRecorded: '',
        misconfigured: null,
      }),
      {
        ...captured,
        outcome: 'fail',
        via: undefined,
        attempts: 0,
        ambiguous: false,
        ambiguousDirect: false,
        result: undefined,
        status: undefined,
        body: undefined,
        probablyRecorded: false,
        misconfigured: false,
        state: 'reporting',
      },
    );
  });

  it('keeps the keys of 50 history entries, the last ones, and nothing that is no key', () => {
    const entries = Array.from({ length: 60 }, (_, index) => `entry-${index}`);
    assert.deepEqual(
      parseRecord({ ...WAITING, entries: [7, null, ...entries] })?.entries,
      entries.slice(-50),
    );
  });

  it('knows the three ways of a report and ignores any other', () => {
    for (const via of ['fetch', 'redirect', 'relay']) {
      assert.deepEqual(parseRecord({ ...REPORTED, via }), { ...REPORTED, via });
    }
    assert.deepEqual(parseRecord({ ...REPORTED, via: 'pigeon' }), { ...REPORTED, via: undefined });
  });

  it('reads a record with few fields whose request was in flight', () => {
    const stored = {
      token: 'abc',
      query: '?service_endlink_token=abc',
      capturedAtMs: 5,
      state: 'reporting',
      outcome: 'complete',
      attempts: 1,
      ambiguous: true,
      ambiguousDirect: false,
      inMemory: true,
    };
    const { inMemory, ...known } = stored;
    assert.ok(inMemory);
    assert.deepEqual(
      { ...parseRecord(stored) },
      {
        ...known,
        sellerId: undefined,
        interactionId: undefined,
        entries: undefined,
        previous: undefined,
        via: undefined,
        result: undefined,
        status: undefined,
        body: undefined,
        probablyRecorded: false,
        misconfigured: false,
      },
    );
  });

  it("reads a tool's own code that is stored as an outcome, here and in earlier records", () => {
    const stored = {
      token: 'abc',
      query: '',
      capturedAtMs: 5,
      state: 'waiting',
      outcome: 1,
      previous: { token: 'older', query: '', capturedAtMs: 1, state: 'waiting', outcome: '2' },
    };
    const outcomeMap = '1:complete 2:screenout';
    const record = parseRecord(stored, (value) => outcomeOf({ outcomeMap }, value));
    assert.equal(record?.outcome, 'complete');
    assert.equal(record.state, 'reporting');
    assert.equal(record.attempts, 0);
    assert.equal(record.previous?.outcome, 'screenout');
    const withoutMap = parseRecord(stored);
    assert.equal(withoutMap?.state, 'waiting');
    assert.equal(withoutMap.outcome, undefined);
  });

  it('reads a report that is probably recorded', () => {
    const record = parseRecord({
      token: 'abc',
      query: '',
      capturedAtMs: 5,
      state: 'unknown',
      outcome: 'complete',
      result: 'unknown',
      attempts: 2,
      ambiguous: true,
      ambiguousDirect: false,
      probablyRecorded: true,
      status: 422,
      body: 'used',
    });
    assert.ok(record?.outcome);
    const { state, probablyRecorded, status, body, attempts } = record;
    assert.deepEqual(
      [state, probablyRecorded, status, body, attempts],
      ['unknown', true, 422, 'used', 2],
    );
  });
});

describe('a chain of records', () => {
  const recordOf = (token: string, previous?: EndlinkRecord): WaitingRecord => ({
    token,
    query: '',
    capturedAtMs: 1,
    state: 'waiting',
    previous,
  });
  const oldest = recordOf('oldest');
  const older = recordOf('older', oldest);
  const current = recordOf('current', older);

  it('finds the record of a token among the current and the earlier ones', () => {
    assert.equal(findRecord(current, 'current'), current);
    assert.equal(findRecord(current, 'older'), older);
    assert.equal(findRecord(current, 'oldest'), oldest);
    assert.equal(findRecord(current, 'other'), undefined);
    assert.equal(findRecord(undefined, 'other'), undefined);
  });

  it('replaces one record and keeps those before and after it', () => {
    const expired = (token: string): EndlinkRecord => ({ ...recordOf(token), state: 'expired' });
    assert.deepEqual(replaceRecord(current, expired('current')), {
      ...expired('current'),
      previous: older,
    });
    assert.deepEqual(replaceRecord(current, expired('older')), {
      ...current,
      previous: { ...expired('older'), previous: oldest },
    });
    assert.deepEqual(replaceRecord(current, expired('oldest')), {
      ...current,
      previous: { ...older, previous: expired('oldest') },
    });
  });

  it('stays as it is where it has no record of the token', () => {
    assert.deepEqual(replaceRecord(current, recordOf('other')), current);
  });
});
