import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import type { NewOutcome } from '../../../src/bff/outcomes/accept-outcome.ts';
import { forwardOutcome } from '../../../src/bff/outcomes/forward-outcome.ts';
import type { ForwardedCaller } from '../../../src/bff/outcomes/forward-outcome.ts';
import { createPause, createTokenPauses } from '../../../src/bff/service/pause.ts';

/** The ports of a relay whose clock stands still, and what happens in order. */
function startRelay(answer: () => Promise<void> = () => Promise.resolve()) {
  const steps: string[] = [];
  const ports = {
    report: (outcome: string, token: string) => {
      steps.push(`send ${outcome} ${token}`);
      return answer();
    },
    pauses: { report: createPause(() => 0) },
    tokenPauses: createTokenPauses(() => 0),
    settings: { mayReportTimeoutMs: 1000 },
    emit: ({ type }: { type: string }) => void steps.push(type),
  };
  const relay = ({
    outcome = 'complete',
    token = 'token-1',
    ...changed
  }: Partial<ForwardedCaller & NewOutcome> = {}) =>
    forwardOutcome(
      ports,
      { outcome, token },
      {
        request: undefined,
        askHost({ outcome }) {
          steps.push(`ask ${outcome}`);
          return true;
        },
        countRequest: () => void steps.push('count'),
        chargeRefusal: () => void steps.push('charge'),
        requestId: () => 'request-1',
        fields: {},
        ...changed,
      },
    );
  return { ports, relay, steps };
}

const waitError = () =>
  new VaultError('rate_limited', 'Wait.', { status: 429, retryAfterSeconds: 60 });

describe('the relay of an outcome', () => {
  it('counts the report, asks the host, sends the outcome, and emits an event', async () => {
    const { relay, steps } = startRelay();
    assert.equal(await relay(), 'complete');
    assert.deepEqual(steps, ['count', 'ask complete', 'send complete token-1', 'reported']);
  });

  it('neither counts nor sends what is no outcome or no token', async () => {
    const { relay, steps } = startRelay();
    for (const changed of [{ outcome: 'finished' }, { token: '' }, { token: 'x'.repeat(4097) }]) {
      await assert.rejects(relay(changed), { code: 'validation_failed' });
    }
    assert.deepEqual(steps, []);
  });

  it('sends nothing that its limit or the host refuses, or on which the host says nothing', async () => {
    const { relay, steps } = startRelay();
    const refuse = () => {
      throw new VaultError('rate_limited', 'Too many.');
    };
    await assert.rejects(relay({ countRequest: refuse }), { code: 'rate_limited' });
    await assert.rejects(relay({ askHost: () => false }), { code: 'outcome_rejected' });
    await assert.rejects(relay({ askHost: () => 'yes' }), { code: 'store_unavailable' });
    assert.deepEqual(steps, ['count', 'count', 'failed']);
  });

  it('charges the sender for an error of the service, and rejects with it', async () => {
    const error = new VaultError('outcome_rejected', 'No.', { status: 409 });
    const { relay, steps } = startRelay(() => Promise.reject(error));
    await assert.rejects(relay({ askHost: undefined }), error);
    assert.deepEqual(steps, ['count', 'send complete token-1', 'charge']);
  });

  it('lets only the token wait that the service has asked to wait', async () => {
    const { relay, steps } = startRelay(() => Promise.reject(waitError()));
    await assert.rejects(relay(), { status: 429 });
    steps.length = 0;
    await assert.rejects(relay(), { code: 'rate_limited' });
    assert.equal(steps.length, 0);
    await assert.rejects(relay({ token: 'token-2' }), { status: 429 });
    assert.ok(steps.includes('send complete token-2'));
  });

  it('sends nothing while the reports of the host have to wait', async () => {
    const { ports, relay, steps } = startRelay();
    ports.pauses.report.noteError(waitError());
    await assert.rejects(relay(), { code: 'rate_limited' });
    assert.deepEqual(steps, []);
  });
});
