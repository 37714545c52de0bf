import { z } from 'zod/v4';
import { behaviourUpdate } from '../../service/behaviour/switches.ts';
import { repliesUpdate } from '../../service/behaviour/replies.ts';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { mayBeMissing, webAddress } from '../fields.ts';
import { faultOrder } from '../faults.ts';
import { checkQuestions, packetFields } from '../packet-fields.ts';

const id = z.string().min(1);
const name = mayBeMissing(z.string().min(1));
const instant = z.iso.datetime().describe('ISO 8601 in UTC');
const instantOrNull = instant.nullable();

const client = z.strictObject({
  client_id: id,
  client_secret: mayBeMissing(z.string().min(1).describe('Default: a random one')),
  name,
  redirect_uri: webAddress,
});

const packet = z
  .strictObject({
    id,
    ...packetFields,
    client_id: mayBeMissing(id.nullable().describe('Needed for a packet without an endlink')),
  })
  .superRefine(checkQuestions);

const seller = z.strictObject({ id, name });

const pair = { packet_id: id, seller_id: id };

const answers = z.record(z.string(), z.string().nullable());

/** Schema of a sellers packet. Accepts unknown fields, since the sandbox writes more fields than it reads. */
const sellersPacket = z.looseObject({
  ...pair,
  id,
  state: z.enum(['awaiting_outcome', 'published', 'filtered', 'failed']),
  paid: mayBeMissing(z.boolean().describe('Default: whether it is published')),
  outcome: z.enum(OUTCOMES).nullable(),
  expires_at: instantOrNull.describe(
    'when the latest token ends; null: the endlink was not opened',
  ),
  decided_at: instantOrNull,
  answers: mayBeMissing(answers.describe('what was pushed, by question')),
  answer_sources: mayBeMissing(
    z.record(
      z.string(),
      z.looseObject({
        client_id: id,
        pushed_at: instant,
        pushed_by_request: z.int().nullable(),
      }),
    ),
  ),
  created_at: mayBeMissing(instant),
  first_published_at: mayBeMissing(instantOrNull),
  pushed_at: mayBeMissing(instantOrNull.describe('when something was pushed last')),
});

const endlinkToken = z.looseObject({
  ...pair,
  token: id,
  interaction_id: id,
  issued_at: instant,
  expires_at: instant,
  used_for: z.enum(OUTCOMES).nullable(),
});

const authorizationCode = z.looseObject({
  code: id,
  client_id: id,
  seller_id: id,
  redirect_uri: z.string(),
  state: z.string(),
  code_challenge: z.string(),
  scope: z.string(),
  expires_at: instant,
  grant_id: z.string().nullable(),
});

const tokenPair = z.looseObject({
  grant_id: id,
  client_id: id,
  seller_id: id,
  scope: z.string(),
  access_token: id,
  refresh_token: id,
  refreshed_from: z.string().nullable(),
  issued_at: instant,
  expires_at: instant,
  access_state: z.enum(['valid', 'revoked']),
  refresh_state: z.enum(['valid', 'used', 'revoked']),
});

const list = <T extends z.ZodType>(record: T) => z.array(record).optional();

const fields = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).describe('of this format'),
  clock: z
    .strictObject({
      now: instant.optional().describe('the time to begin at. Default: the real time'),
      advanced_seconds: z
        .number()
        .optional()
        .describe('instead of "now": seconds ahead of the real time'),
      frozen: z.boolean().optional().describe('whether the clock stands still. Default: false'),
    })
    .optional(),
  random: z
    .strictObject({ seed: z.string(), position: z.int().min(0) })
    .nullish()
    .describe('where the source of a sandbox with a seed has come to'),
  behaviour: behaviourUpdate.optional().describe('switches that differ from their defaults'),
  replies: repliesUpdate.optional().describe('parts of replies that differ from their defaults'),
  clients: list(client),
  packets: list(packet),
  sellers: list(seller),
  sellers_packets: list(sellersPacket),
  tokens: list(endlinkToken),
  authorization_codes: list(authorizationCode),
  token_pairs: list(tokenPair),
  faults: list(faultOrder),
});

/** State of a sandbox as JSON. A missing list is empty. */
export type Scenario = z.input<typeof fields>;

/** Output of {@link scenarioSchema}. */
export type ReadScenario = z.output<typeof fields>;

/** Schema of a scenario. Refuses repeated ids, and ids of clients, packets and sellers that the scenario does not have. */
export const scenarioSchema = fields.superRefine((scenario, context) => {
  const clients = idsOf('clients', 'client_id');
  const packets = idsOf('packets', 'id');
  const sellers = idsOf('sellers', 'id');
  idsOf('sellers_packets', 'id');
  idsOf('tokens', 'token');
  idsOf('authorization_codes', 'code');
  for (const part of [
    'packets',
    'sellers_packets',
    'tokens',
    'authorization_codes',
    'token_pairs',
  ] as const) {
    (scenario[part] ?? []).forEach((record: Record<string, unknown>, index) => {
      for (const [field, known] of [
        ['client_id', clients],
        ['packet_id', packets],
        ['seller_id', sellers],
      ] as const) {
        const value = record[field];
        if (value === undefined || value === null || known.has(value)) continue;
        const kind = field.slice(0, -'_id'.length);
        context.addIssue({
          code: 'custom',
          path: [part, index, field],
          message: `no such ${kind}`,
        });
      }
    });
  }

  /** Returns the ids of a list, and reports repeated ones. */
  function idsOf(
    part: 'clients' | 'packets' | 'sellers' | 'sellers_packets' | 'tokens' | 'authorization_codes',
    field: string,
  ) {
    const ids = new Set<unknown>();
    (scenario[part] ?? []).forEach((record: Record<string, unknown>, index) => {
      const value = record[field];
      if (value === undefined) return;
      if (ids.has(value))
        context.addIssue({ code: 'custom', path: [part, index, field], message: 'is taken' });
      ids.add(value);
    });
    return ids;
  }
});

/** Creates the JSON schema of a scenario, draft 2020-12. */
export const scenarioJsonSchema = (): object => ({
  title: 'A scenario of the Vaultlink sandbox',
  ...z.toJSONSchema(fields, { io: 'input' }),
});
