import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import type { PacketSeed } from 'vaultlink/sandbox';
import { assertRefused } from '../driver.ts';
import { CLIENT, startOAuth } from '../oauth-driver.ts';

const ENDLINK_URL = 'https://buyer.example/breakfast';

/** As a buyer writes it in full. */
const BREAKFAST = {
  name: 'Breakfast',
  client_id: 'buyer-app',
  reward: 2.5,
  questions: [
    { name: 'survey', answer_type: 'endlink', endlink_url: ENDLINK_URL },
    { name: 'drink', answer_type: 'text' },
  ],
};

function start() {
  const driver = startOAuth();
  const patch = (id: string, body: unknown) =>
    driver.call(`/sandbox/packets/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
  return { ...driver, patch };
}

const questionsIn = (body: unknown) => (body as { questions: unknown }).questions;

const SURVEY = { name: 'endlink', answer_type: 'endlink', endlink_url: ENDLINK_URL };

const text = (name: string) => ({ name, answer_type: 'text' });

describe('A packet', () => {
  it('has an endlink, a client and further questions at once (§1.4)', async () => {
    const { post, open, connect, push, answersOf } = start();
    const { status, body } = await post('packets', BREAKFAST);
    assert.equal(status, 201);
    assert.deepEqual(body, { packet_id: 'packet-4', ...BREAKFAST });
    assert.ok((await open('packet-4')).url.startsWith(`${ENDLINK_URL}?`));
    const { access_token } = await connect();
    assert.equal((await push(access_token, { drink: 'tea' }, 'packet-4')).status, 200);
    assert.deepEqual(await answersOf('seller-1'), [{ drink: 'tea' }]);
  });

  it('can be written short: names of questions, and the endlink URL beside them', async () => {
    const { post } = start();
    const order = { endlink_url: ENDLINK_URL, client_id: 'buyer-app', questions: ['drink'] };
    const { body } = await post('packets', order);
    assert.deepEqual(questionsIn(body), [SURVEY, text('drink')]);
  });

  it('can have further questions without a client, so that no client can answer them', async () => {
    const { post, connect, push } = start();
    const order = { endlink_url: ENDLINK_URL, questions: ['drink'] };
    const { body } = await post('packets', order);
    assert.equal((body as { client_id: unknown }).client_id, null);
    const { access_token } = await connect();
    assert.equal((await push(access_token, { drink: 'tea' }, 'packet-4')).status, 403);
  });

  it('keeps its endlink and its other questions while one of the two is changed', async () => {
    const { post, patch } = start();
    await post('packets', BREAKFAST);
    const [survey, drink] = BREAKFAST.questions;
    const further = await patch('packet-4', { questions: ['drink', 'cups'] });
    assert.deepEqual(questionsIn(further.body), [survey, drink, text('cups')]);
    const moved = await patch('packet-4', { endlink_url: 'https://new.example/' });
    assert.deepEqual(questionsIn(moved.body), [
      { ...survey, endlink_url: 'https://new.example/' },
      ...[drink, text('cups')],
    ]);
    const replaced = await patch('packet-4', { questions: [text('size'), SURVEY] });
    assert.deepEqual(questionsIn(replaced.body), [text('size'), SURVEY]);
    const added = await patch('profile', { endlink_url: ENDLINK_URL });
    assert.deepEqual(questionsIn(added.body), [SURVEY, text('name'), text('drink')]);
  });

  const wrong: [order: object, named: RegExp][] = [
    [{ endlink_url: ENDLINK_URL, questions: [SURVEY] }, /^questions: must have one endlink/],
    [{ endlink_url: ENDLINK_URL, questions: ['endlink'] }, /^questions: must differ/],
    [{ questions: ['drink'] }, /^client_id: must be there/],
    [{ questions: [text('drink')], client_id: null }, /^client_id: must be there/],
    [{ questions: [{ ...text('drink'), answer_type: 'number' }] }, /^questions\.0/],
    [{ questions: [{ name: 'survey', answer_type: 'endlink' }] }, /^questions\.0/],
  ];
  for (const [order, named] of wrong) {
    it(`is refused as ${JSON.stringify(order)}`, async () => {
      const { post } = start();
      assertRefused(await post('packets', order), [named]);
    });
  }

  it('gets its id from the sandbox: the next one that is free', async () => {
    const { sandbox, post } = start();
    await sandbox.addPacket({ id: 'packet-5', endlinkUrl: ENDLINK_URL });
    const idOf = ({ body }: { body: unknown }) => (body as { packet_id: string }).packet_id;
    const order = { endlink_url: ENDLINK_URL };
    assert.equal(idOf(await post('packets', order)), 'packet-6');
    assert.equal(idOf(await post('packets', order)), 'packet-7');
  });

  for (const name of ['id', 'packet_id']) {
    it(`is refused, and not added, where the body has ${name}`, async () => {
      const { post, call } = start();
      const before = (await call('/sandbox/state')).body;
      const order = { endlink_url: ENDLINK_URL, [name]: 'mine' };
      assertRefused(await post('packets', order), [new RegExp(`^Unrecognized key: "${name}"$`)]);
      assert.deepEqual((await call('/sandbox/state')).body, before);
    });
  }

  it('is refused when a change would leave it with a mistake', async () => {
    const { patch, call } = start();
    const before = (await call('/sandbox/state')).body;
    assertRefused(await patch('survey', { questions: ['endlink'] }), [/^questions: must differ/]);
    assertRefused(await patch('profile', { questions: [] }), [/^questions: must have at least/]);
    assert.deepEqual((await call('/sandbox/state')).body, before);
  });

  it('is checked where the options of a sandbox name it', () => {
    const mistakes: [packet: PacketSeed, message: string][] = [
      [{}, 'Packet "packet-1": endlink_url must be there, or client_id and questions.'],
      [
        { id: 'p', endlink_url: ENDLINK_URL, questions: [{ ...SURVEY, answer_type: 'endlink' }] },
        'Packet "p": questions must have one endlink at most.',
      ],
    ];
    for (const [packet, message] of mistakes) {
      assert.throws(() => createSandbox({ packets: [packet] }), { message });
    }
  });

  it('pays 1 with an endlink and nothing without, unless it says so', () => {
    const clients = [CLIENT];
    const data = { client_id: 'buyer-app', questions: ['drink'] };
    const packets = [{ endlink_url: ENDLINK_URL }, data, { ...data, reward: 3 }];
    const { packets: saved } = createSandbox({ clients, packets }).saveScenario();
    assert.deepEqual(
      saved?.map(({ reward }) => reward),
      [1, 0, 3],
    );
  });
});

describe('addPacket()', () => {
  it('adds a packet with an endlink, a client and further questions', async () => {
    const { sandbox } = start();
    const { packetId } = await sandbox.addPacket({
      clientId: 'buyer-app',
      questions: [{ name: 'survey', answerType: 'endlink', endlinkUrl: ENDLINK_URL }, 'drink'],
    });
    const packet = sandbox.saveScenario().packets?.find(({ id }) => id === packetId);
    const { questions, client_id } = packet ?? {};
    assert.deepEqual([questions, client_id], [BREAKFAST.questions, 'buyer-app']);
    assert.ok((await sandbox.startEndlink({ packetId })).url.startsWith(`${ENDLINK_URL}?`));
  });
});

describe('A push', () => {
  const packets = [{ id: 'breakfast', ...BREAKFAST }] as PacketSeed[];

  it('is refused where it answers the endlink question', async () => {
    const { connect, push, requests } = startOAuth({ packets });
    const { access_token } = await connect();
    const answer = await push(access_token, { drink: 'tea', survey: 'complete' }, 'breakfast');
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body, {
      errors: { base: ['survey: the outcome answers an endlink question, not a push.'] },
    });
    assert.match((await requests()).at(-1)?.reason ?? '', /^Refused: survey: the outcome answers/);
  });

  it('can answer it where the switch says so', async () => {
    const behaviour = { endlink_answers: 'accept' } as const;
    const { connect, push, answersOf } = startOAuth({ packets, behaviour });
    const { access_token } = await connect();
    assert.equal((await push(access_token, { survey: null }, 'breakfast')).status, 200);
    assert.deepEqual(await answersOf('seller-1'), [{ survey: null }]);
  });
});
