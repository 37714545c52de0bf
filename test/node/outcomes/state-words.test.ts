import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { OPEN_STATES, OUTBOX_ENDS } from 'vaultlink/bff';
import { reasonOf, shownStateOf, STATE_WORDS } from '../../../src/node/outcomes/state-words.ts';
import { confirmedOutcome } from './seeded.ts';

describe('the words for the state of an outcome', () => {
  it('exist for every state of the outbox, each with a label of its own', () => {
    const shown = Object.keys(STATE_WORDS);
    for (const state of [...OPEN_STATES, ...OUTBOX_ENDS]) assert.ok(shown.includes(state), state);
    const labels = Object.values(STATE_WORDS).map(({ label }) => label);
    assert.equal(new Set(labels).size, labels.length);
  });

  it('stand in docs/outcomes.md, word for word', () => {
    const page = readFileSync('docs/outcomes.md', 'utf8').replace(/\s+/g, ' ');
    for (const { label, reason } of Object.values(STATE_WORDS)) {
      assert.ok(page.includes(`- **${label}**: ${reason}`), `${label}: ${reason}`);
    }
  });

  it('say that a waiting outcome still needs an approval', () => {
    const waiting = confirmedOutcome({ state: 'waiting', isUnapproved: true, requests: 0 });
    assert.equal(shownStateOf(waiting), 'unapproved');
    assert.equal(shownStateOf({ ...waiting, isUnapproved: false }), 'waiting');
  });

  it('distinguish an undelivered outcome for which no request was sent', () => {
    const undelivered = confirmedOutcome({ state: 'undelivered', requests: 0 });
    assert.match(
      reasonOf(undelivered),
      /^No request was sent until the hour of the token was over/,
    );
    const sent = { ...undelivered, requests: 3, status: 503 };
    assert.match(reasonOf(sent), /^The service gave no clear answer .* had status 503\.$/);
  });

  it('leave out the status of a success', () => {
    const { reason } = STATE_WORDS.confirmed;
    assert.equal(reasonOf(confirmedOutcome({ status: 204 })), reason);
  });
});
