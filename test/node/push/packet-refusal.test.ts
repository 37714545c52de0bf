import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import type { LineSent } from '../../../src/node/push/sender.ts';
import { watchForUnknownPacket } from '../../../src/node/push/packet-refusal.ts';

const tried = { attempts: 1, unknownAttempts: 0 };
const itemOf = (line: number, subject = `user-${line}`) => ({
  ...{ line, subject, packetId: 'packet-1', answers: {} },
});

const taken = (line: number): LineSent => ({ item: itemOf(line), ok: true, ...tried });
const failed = (line: number, error: VaultError, subject?: string): LineSent => ({
  ...{ item: itemOf(line, subject), ok: false, error, isGivenUp: false, ...tried },
});

const said = (message: string, status = 422) =>
  new VaultError('validation_failed', message, { status, messages: [message] });
const unknownPacket = said('The packet does not exist.');

/** The line at which it is certain, of twenty. */
function certainAt(sentOf: (line: number) => LineSent): number | undefined {
  const look = watchForUnknownPacket('packet-1');
  for (let line = 1; line <= 20; line += 1) if (look(sentOf(line))) return line;
  return undefined;
}

describe('a packet that the service refuses', () => {
  const answers = {
    'in words about a packet': unknownPacket,
    'by its id': said('No packet-1 here.'),
    'with 404': said('The service answered with status 404.', 404),
    'with 403': said('The service answered with status 403.', 403),
  };
  for (const [how, error] of Object.entries(answers)) {
    it(`is unknown after ten users whom it is refused to ${how}`, () => {
      assert.equal(
        certainAt((line) => failed(line, error)),
        10,
      );
    });
  }

  it('is unknown after ten users, not after ten lines of one', () => {
    assert.equal(
      certainAt((line) => failed(line, unknownPacket, 'ada')),
      undefined,
    );
  });

  it('is known once a line was taken', () => {
    assert.equal(
      certainAt((line) => (line === 5 ? taken(line) : failed(line, unknownPacket))),
      undefined,
    );
  });

  it('is known where answers differ', () => {
    const other = said('This packet is closed.');
    assert.equal(
      certainAt((line) => failed(line, line === 5 ? other : unknownPacket)),
      undefined,
    );
  });

  it('is known where it is the answers that are refused', () => {
    assert.equal(
      certainAt((line) => failed(line, said('Question 1 must be a number.'))),
      undefined,
    );
  });

  it('is not told from lines of users who are not connected', () => {
    const unconnected = new VaultError('not_connected', 'There is no connection to a vault.');
    assert.equal(
      certainAt((line) => failed(line, line % 2 ? unconnected : unknownPacket)),
      20,
    );
  });
});
