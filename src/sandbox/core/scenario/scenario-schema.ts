import { z } from 'zod/v4';
import { behaviourUpdate } from '../../service/behaviour/switch-table.ts';
import { repliesUpdate } from '../../service/behaviour/reply-table.ts';
import { id, instant, mayBeMissing, mistakesOf, webAddress } from '../field-schemas.ts';
import { sellersPacketSchema } from './sellers-packet-codec.ts';
import { codeSchema, endlinkTokenSchema, tokenPairSchema } from './token-codecs.ts';
import { faultOrder } from '../faults.ts';
import { checkQuestions, packetFields } from '../packet-fields.ts';

const name = mayBeMissing(id);

/** Schema of a client of a scenario. */
export const clientSchema = z.strictObject({
  client_id: id,
  client_secret: mayBeMissing(z.string().min(1).describe('Default: a random one')),
  name,
  redirect_uri: webAddress,
});

/** Schema of a packet of a scenario. */
export const packetSchema = z
  .strictObject({
    id,
    ...packetFields,
    client_id: mayBeMissing(id.nullable().describe('Needed for a packet without an endlink')),
  })
  .superRefine(checkQuestions);

/** Schema of a seller of a scenario. */
export const sellerSchema = z.strictObject({ id, name });

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
  clients: list(clientSchema),
  packets: list(packetSchema),
  sellers: list(sellerSchema),
  sellers_packets: list(sellersPacketSchema),
  tokens: list(endlinkTokenSchema),
  authorization_codes: list(codeSchema),
  token_pairs: list(tokenPairSchema),
  faults: list(faultOrder),
});

/** State of a sandbox as JSON. A missing list is empty. */
export type Scenario = z.input<typeof fields>;

/** Output of {@link scenarioSchema}. */
export type ReadScenario = z.output<typeof fields>;

/** Schema of a scenario. Refuses repeated ids, and ids of clients, packets and sellers that the scenario does not have. */
const scenarioSchema = fields.superRefine((scenario, context) => {
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

/** Thrown for a scenario with mistakes. The message has one sentence for each, with its path. */
export class ScenarioError extends Error {
  /** The sentences, such as `packets.0.client_id: no such client`. */
  readonly mistakes: readonly string[];

  /** Creates the error. @param mistakes at least one sentence */
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ScenarioError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads a scenario.
 *
 * @throws ScenarioError that names every mistake
 */
export function readScenario(document: unknown): ReadScenario {
  const { success, data, error } = scenarioSchema.safeParse(document);
  if (!success) throw new ScenarioError(mistakesOf(error));
  return data;
}
