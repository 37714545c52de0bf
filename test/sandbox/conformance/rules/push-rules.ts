import { expectErrorList, expectOAuthError, expectRefusal } from '../answer.ts';
import { expectSame, expectSuccess, expectText, fieldOf, isObject } from '../answer.ts';
import { requireRefusal, show, typeOf } from '../answer.ts';
import type { Rule } from '../rule.ts';
import { NotTested, RuleBroken } from '../verdict.ts';

const PAYLOAD = { drink: 'tea' };

const TIMESTAMP = 'ISO 8601 UTC timestamp with milliseconds.';

/** Pushes, their answers and their refusals. */
export const PUSH_RULES: readonly Rule[] = [
  {
    id: 'push',
    sections: ['4.3', '1', '3.1', '9'],
    title: 'A push with a valid access token succeeds.',
    text: 'JSON object with message (string, the text "Data successfully synced") and sellers_packet (object, see 2.3)',
    async check({ grant, firstPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      const answer = await sendPush(id, { id, payload: PAYLOAD }, accessToken);
      const saw = expectSuccess(answer);
      return saw;
    },
  },
  {
    id: 'push-message',
    sections: ['4.3'],
    title: 'The message of a successful push is "Data successfully synced".',
    text: 'JSON object with message (string, the text "Data successfully synced")',
    async check({ grant, firstPacket, push }) {
      const { json } = await push(await firstPacket(), PAYLOAD, (await grant()).accessToken);
      return expectSame(fieldOf(json, 'message'), 'Data successfully synced', 'message');
    },
  },
  {
    id: 'push-sellers-packet',
    sections: ['4.3'],
    title: 'A successful push is answered with sellers_packet, an object.',
    text: 'sellers_packet (object, see 2.3)',
    async check({ grant, firstPacket, push }) {
      const { json } = await push(await firstPacket(), PAYLOAD, (await grant()).accessToken);
      const record = fieldOf(json, 'sellers_packet');
      if (!isObject(record)) throw new RuleBroken(`sellers_packet is ${typeOf(record)}`);
      return `sellers_packet has ${Object.keys(record).join(', ')}`;
    },
  },
  recordField('id', 'Identifier of the sellers packet.', expectText),
  recordField('packet_id', 'Identifier of the packet pushed to.', (value, name, id) =>
    expectSame(value, id, name),
  ),
  recordField('account_id', 'Account of the user that owns the vault.', expectText),
  recordField('beneficiary_account_id', 'Null is returned in the shape.', (value, name) => {
    if (value === null || typeof value === 'string') return `${name} is ${show(value)}`;
    throw new RuleBroken(`${name} is ${typeOf(value)}`);
  }),
  recordField('status', 'The value published is returned after a successful push.', (value, name) =>
    expectSame(value, 'published', name),
  ),
  recordField('autosell_setting', 'A value enabled_for_any_price occurs.', expectText),
  recordField('created_at', TIMESTAMP, expectTimestamp),
  recordField('updated_at', TIMESTAMP, expectTimestamp),
  recordField('first_published_at', TIMESTAMP, expectTimestamp),
  {
    id: 'push-saves-answers',
    sections: ['3.1', '1'],
    title: 'The answers of a push are in the vault.',
    text: 'valid access token, packet belongs to the client, id matches path, payload valid',
    async check({ grant, newPacket, push, readAnswers }) {
      const id = await newPacket();
      await push(id, { drink: 'tea', size: '' }, (await grant()).accessToken);
      const { drink, size } = await readAnswers(id);
      expectSame(drink, 'tea', 'the answer');
      return expectSame(size, '', 'the empty answer');
    },
  },
  {
    id: 'push-null',
    sections: ['2.4', '4.3'],
    title: 'An answer may be null.',
    text: 'a value may also be undefined or null, which saves the question without an answer',
    async check({ grant, firstPacket, push, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      await push(id, PAYLOAD, accessToken);
      return expectSuccess(await sendPush(id, { id, payload: { drink: null } }, accessToken));
    },
  },
  {
    id: 'push-null-saved',
    sections: ['2.4'],
    title: 'The answer null saves the question without an answer.',
    text: 'a value may also be undefined or null, which saves the question without an answer',
    async check({ grant, newPacket, push, readAnswers }) {
      const [{ accessToken }, id] = [await grant(), await newPacket()];
      await push(id, PAYLOAD, accessToken);
      await push(id, { drink: null }, accessToken);
      return expectSame((await readAnswers(id)).drink, null, 'the answer');
    },
  },
  {
    id: 'push-vault-of-user',
    sections: ['4.3', '1'],
    title: 'The data goes into the vault of the user who authorized the token (rule 3).',
    text: 'The data goes into the vault of the user who authorized the token.',
    async check({ grant, newPacket, push, readAnswers }) {
      const id = await newPacket();
      await push(id, PAYLOAD, (await grant('second')).accessToken);
      const [first, second] = [await readAnswers(id, 'first'), await readAnswers(id, 'second')];
      if (first.drink !== undefined) throw new RuleBroken('the answer is in another vault');
      // Another rule is about the answer itself.
      return `the other vault is untouched, this one has ${Object.keys(second).length} answers`;
    },
  },
  {
    id: 'push-id-mismatch',
    sections: ['4.3', '2.4', '8'],
    title: 'The id in the body must match packet_id in the path (rule 1).',
    text: 'The id in the body must match packet_id in the path.',
    async check({ grant, firstPacket, newPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      const answer = await sendPush(id, { id: await newPacket(), payload: PAYLOAD }, accessToken);
      return expectRefusal(answer);
    },
  },
  {
    id: 'push-own-packets',
    sections: ['4.3', '1'],
    title: 'Only packets created from the calling client can be pushed to (rule 2).',
    text: 'Only packets created from the calling OAuth client can be pushed to.',
    async check({ grant, secondPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await secondPacket()];
      const answer = await sendPush(id, { id, payload: PAYLOAD }, accessToken);
      return expectRefusal(answer);
    },
  },
  {
    id: 'push-string-answers',
    sections: ['4.3', '2.4'],
    title: 'Every answer must be a string, undefined or null (rule 4).',
    text: 'Every payload value must be a string, undefined or null.',
    async check({ grant, firstPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      const saw = [];
      for (const drink of [7, true, ['tea'], { name: 'tea' }]) {
        const answer = await sendPush(id, { id, payload: { drink } }, accessToken);
        saw.push(`${show(drink)}: ${expectRefusal(answer)}`);
      }
      return saw.join('; ');
    },
  },
  {
    id: 'push-id-required',
    sections: ['2.4'],
    title: 'The body of a push needs an id.',
    text: 'Packet id. Must equal the packet id in the request path.',
    async check({ grant, firstPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      return expectRefusal(await sendPush(id, { payload: PAYLOAD }, accessToken));
    },
  },
  {
    id: 'push-payload-required',
    sections: ['2.4'],
    title: 'The body of a push needs a payload.',
    text: "Keys are the packet's question names.",
    async check({ grant, firstPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      return expectRefusal(await sendPush(id, { id }, accessToken));
    },
  },
  {
    id: 'validation-error',
    sections: ['7'],
    title: 'A validation error is answered with messages in errors.base.',
    text: 'JSON object with errors, an object whose key base holds an array of message strings.',
    async check({ grant, firstPacket, sendPush }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      const answer = await sendPush(id, { id, payload: { drink: 7 } }, accessToken);
      requireRefusal(answer);
      return expectErrorList(answer);
    },
  },
  {
    id: 'push-without-token',
    sections: ['5'],
    title: 'A push without an access token is refused.',
    text: 'Push requests authenticate with the header Authorization: Bearer <ACCESS_TOKEN>.',
    async check({ firstPacket, sendPush }) {
      const id = await firstPacket();
      const answer = await sendPush(id, { id, payload: PAYLOAD });
      return expectRefusal(answer);
    },
  },
  {
    id: 'push-invalid-token',
    sections: ['7', '5'],
    title: 'A push with an invalid access token is answered with 401.',
    text: 'Follows the OAuth 2.0 rules for authentication errors.',
    async check({ sendPush }) {
      const body = { id: NO_PACKET, payload: PAYLOAD };
      const { status } = await sendPush(NO_PACKET, body, NO_TOKEN);
      return expectSame(status, 401, 'the status');
    },
  },
  {
    id: 'push-invalid-token-error',
    sections: ['7'],
    title: 'A push with an invalid access token is answered with error and error_description.',
    text: 'Authentication failure on a request (for example an invalid token)',
    async check({ sendPush }) {
      const body = { id: NO_PACKET, payload: PAYLOAD };
      const answer = await sendPush(NO_PACKET, body, NO_TOKEN);
      requireRefusal(answer);
      return expectOAuthError(answer);
    },
  },
];

/** These two exist nowhere. */
const NO_PACKET = 'conformance-no-packet';
const NO_TOKEN = 'conformance-no-token';

function recordField(
  name: string,
  text: string,
  check: (value: unknown, name: string, packetId: string) => string,
): Rule {
  return {
    id: `sellers-packet-${name.replaceAll('_', '-')}`,
    sections: ['2.3', '4.3'],
    title: `${name} of the sellers packet: ${text}`,
    text,
    async check({ grant, firstPacket, push }) {
      const [{ accessToken }, id] = [await grant(), await firstPacket()];
      const record = fieldOf((await push(id, PAYLOAD, accessToken)).json, 'sellers_packet');
      if (!isObject(record)) throw new NotTested('needs sellers_packet in the response');
      return check(record[name], name, id);
    },
  };
}

function expectTimestamp(value: unknown, name: string): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) {
    return `${name} is ISO 8601 in UTC with milliseconds`;
  }
  throw new RuleBroken(`${name} is ${show(value)}, not ISO 8601 in UTC with milliseconds`);
}
