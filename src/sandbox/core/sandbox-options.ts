import { z } from 'zod/v4';
import { mistakesOfKeys } from '../../options/unknown-keys.ts';
import type { KnownKeys } from '../../options/unknown-keys.ts';
import { behaviourUpdate, DEFAULT_BEHAVIOUR } from '../service/behaviour/switch-table.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { DEFAULT_REPLIES, repliesUpdate } from '../service/behaviour/reply-table.ts';
import type { Replies, RepliesUpdate } from '../service/behaviour/reply-table.ts';
import { endlinkQuestion } from './packet-fields.ts';
import { clientSchema, packetSchema, sellerSchema } from './scenario/scenario-schema.ts';
import type { LogEntry } from './request-log.ts';
import type { Scenario } from './scenario/scenario-schema.ts';
import type { ClientSeed, SellerSeed } from '../market/seeds.ts';
import type { PacketSeed } from '../market/packets.ts';

/** Allowed names of a sandbox, beside loopback names and IP addresses: `sandbox.internal`, `*.tunnel.example`; `any` for all. */
export type AllowedHosts = readonly string[] | 'any';

/** Initial state of a sandbox, which a reset restores. */
export interface SandboxOptions {
  /** Switches that differ from {@link DEFAULT_BEHAVIOUR}. */
  behaviour?: Partial<Behaviour>;
  /** Parts of replies that differ from {@link DEFAULT_REPLIES}. */
  replies?: RepliesUpdate;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /**
   * Makes tokens, secrets and ids repeatable: the same seed and the same calls give the same values. Anybody who knows the seed can guess them.
   * Default: random values.
   */
  seed?: string;
  /** Initial state in the format of `GET /sandbox/scenario`, to which the other options add. Default: empty. */
  scenario?: Scenario;
  /** Returns a number from 0 to below 1, for faults with a rate. Default: derived from the seed, else `Math.random`. */
  random?: () => number;
  /** OAuth clients. Default: none. */
  clients?: readonly ClientSeed[];
  /** Packets with their questions. Default: none. */
  packets?: readonly PacketSeed[];
  /** Sellers. Default: two. */
  sellers?: readonly SellerSeed[];
  /**
   * Names under which it is served, such as `sandbox` or `*.tunnel.example`, beside loopback names and IP addresses; `any` for every name. Requests with
   * another `Host` are refused, so that no page can read the secrets by DNS rebinding. Default: none.
   */
  allowedHosts?: AllowedHosts;
  /**
   * Path below which the sandbox is served, such as `/market`: the service, the routes below `/sandbox` and the console. It is a part of `{base_url}`.
   * Default: none.
   */
  basePath?: string;
  /** Called with each entry of the log once it is complete: a request that was answered, or an endlink that was opened. */
  onLog?: (entry: LogEntry) => void;
  /** Largest number of clients, packets, sellers, tokens and codes, each. Default: 1,000,000. */
  maxItems?: number;
}

const OPTIONS: KnownKeys<SandboxOptions> = {
  behaviour: true,
  replies: true,
  now: true,
  seed: true,
  scenario: true,
  random: true,
  clients: true,
  packets: true,
  sellers: true,
  allowedHosts: true,
  basePath: true,
  onLog: true,
  maxItems: true,
};

const REASONS = Object.keys(DEFAULT_REPLIES) as (keyof Replies)[];

const settings = z.object({
  behaviour: behaviourUpdate.optional(),
  replies: repliesUpdate.optional(),
});

/** Returns one sentence for each switch and each part of a reply that has an impossible value. Another function names unknown keys. */
function mistakesOfValues(options: SandboxOptions): string[] {
  const { error } = settings.safeParse(options);
  const issues = error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
}

/**
 * Refuses unknown keys in the options and in the objects in them, and impossible values of switches and replies. The scenario is checked by its own schema.
 *
 * @throws Error with a sentence for each
 */
export function assertSandboxOptions(options: SandboxOptions): void {
  const { behaviour, replies, clients = [], packets = [], sellers = [] } = options;
  const mistakes = [
    ...mistakesOfKeys(options, OPTIONS),
    ...mistakesOfKeys<object>(behaviour, DEFAULT_BEHAVIOUR, 'behaviour'),
    ...mistakesOfKeys<object>(replies, DEFAULT_REPLIES, 'replies'),
    ...REASONS.flatMap((reason) =>
      mistakesOfKeys<object>(replies?.[reason], DEFAULT_REPLIES[reason], `replies.${reason}`),
    ),
    ...mistakesOfValues(options),
    ...clients.flatMap((client, at) =>
      mistakesOfKeys<object>(client, clientSchema.shape, `clients.${at}`),
    ),
    ...sellers.flatMap((seller, at) =>
      mistakesOfKeys<object>(seller, sellerSchema.shape, `sellers.${at}`),
    ),
    ...packets.flatMap((packet, at) => [
      ...mistakesOfKeys<object>(packet, packetSchema.shape, `packets.${at}`),
      ...(packet.questions ?? []).flatMap((question, index) =>
        mistakesOfKeys<object>(
          typeof question === 'object' ? question : undefined,
          endlinkQuestion.shape,
          `packets.${at}.questions.${index}`,
        ),
      ),
    ]),
  ];
  if (mistakes.length) throw new Error(mistakes.join(' '));
}
