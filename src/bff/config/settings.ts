import { z } from 'zod/v4';
import { mistakesOfKeys } from '../../options/unknown-keys.ts';
import { BASE_PATH } from '../../protocol/index.ts';
import { missingMethodsOf } from '../stores/store-methods.ts';
import type { Store } from '../stores/store.ts';
import {
  ADDRESS_RULE,
  isAddress,
  isBaseAddress,
  isOrigin,
  isRedirectUri,
  ORIGIN_RULE,
  REDIRECT_URI_RULE,
} from './addresses.ts';
import type {
  AnonymousCallsOptions,
  ClientOptions,
  SealingKey,
  ServiceOptions,
  VaultBffOptions,
} from './bff-options.ts';
import * as bounds from './bounds.ts';
import type { Bounds } from './bounds.ts';
import { assertNoMistakes } from './mistakes.ts';
import { mistakesOfRedirectUri } from './redirect-uri.ts';

/** Creates the message for a value of another type. */
const missingOr = (rule: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? 'is missing' : rule,
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns whether a value has the type of the option `keys`. */
export const areKeys = (value: unknown): value is readonly SealingKey[] =>
  Array.isArray(value) && value.every(isObject);

const text = z.custom<string>((value) => typeof value === 'string' && value !== '', 'is missing');
const origin = z.custom<string>(isOrigin, ORIGIN_RULE);
const onOrOff = z.boolean('must be true or false').default(false);

const duration = ({ most = Number.MAX_VALUE }: Bounds) =>
  z.number('must be a number').positive('must be more than 0').max(most, `must be at most ${most}`);

const count = ({ least, most }: Required<Omit<Bounds, 'byDefault'>>) =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

const functionOf = <Name extends keyof VaultBffOptions>() =>
  z
    .custom<NonNullable<VaultBffOptions[Name]>>(
      (value) => typeof value === 'function',
      'must be a function',
    )
    .optional();

/** A rule for each option. The compiler refuses a missing rule, one too many, and one for another type. */
type RulesOf<Options> = {
  readonly [Name in keyof Required<Options>]: z.ZodType<unknown, Options[Name]>;
};

/** The options, with their rules and defaults. What they mean is documented in {@link VaultBffOptions}. */
const schema = z.object({
  service: z.object(
    {
      baseUrl: z.custom<string>(isBaseAddress, ADDRESS_RULE),
      authorizeUrl: z.custom<string>(isAddress, ADDRESS_RULE).optional(),
      issuer: z.string('must be text').optional(),
      transport: z.custom<NonNullable<ServiceOptions['transport']>>().optional(),
      timeoutMs: duration(bounds.TIMEOUT_MS).optional(),
      tokenTimeoutMs: duration(bounds.TOKEN_TIMEOUT_MS).optional(),
    } satisfies RulesOf<ServiceOptions>,
    missingOr('must be an object'),
  ),
  client: z.object(
    {
      clientId: text,
      clientSecret: text,
      redirectUri: z.custom<string>(isRedirectUri, REDIRECT_URI_RULE),
    } satisfies RulesOf<ClientOptions>,
    missingOr('must be an object'),
  ),
  origin,
  basePath: z
    .custom<string>(
      (value) => typeof value === 'string' && /^(\/[\w~-][\w.~-]*)+$/.test(value),
      'must be a path such as /vault',
    )
    .default(BASE_PATH),
  // The sealer checks what is in them.
  keys: z.custom<readonly SealingKey[]>(areKeys, missingOr('must be a list of keys')),
  deploymentId: z.string('must be text').optional(),
  store: z.custom<Store>(isObject, 'is missing'),
  subject: functionOf<'subject'>(),
  subjectPrivacy: z.enum(['plain', 'hash'], 'must be plain or hash').default('plain'),
  allowedOrigins: z
    .array(origin, 'must be a list of origins')
    .default([])
    .transform((origins): ReadonlySet<string> => new Set(origins)),
  relay: z
    .union([z.boolean(), z.literal(['unsaved', 'forward'])], {
      error: 'must be true, false, unsaved or forward',
    })
    .default(false),
  outbox: z.custom<Store>(isObject, 'must be a store').optional(),
  outcomeDays: count(bounds.OUTCOME_DAYS).default(bounds.OUTCOME_DAYS.byDefault),
  hook: onOrOff,
  mayReport: functionOf<'mayReport'>(),
  mayReportTimeoutMs: duration(bounds.MAY_REPORT_TIMEOUT_MS).default(
    bounds.MAY_REPORT_TIMEOUT_MS.byDefault,
  ),
  anonymousCalls: z
    .object(
      {
        perAddressPerMinute: count(bounds.REQUESTS_PER_ADDRESS_PER_MINUTE).default(
          bounds.REQUESTS_PER_ADDRESS_PER_MINUTE.byDefault,
        ),
        inAllPerMinute: count(bounds.REQUESTS_IN_ALL_PER_MINUTE).default(
          bounds.REQUESTS_IN_ALL_PER_MINUTE.byDefault,
        ),
      } satisfies RulesOf<AnonymousCallsOptions>,
      'must be an object of two numbers',
    )
    .prefault({}),
  clientAddress: functionOf<'clientAddress'>(),
  onEvent: functionOf<'onEvent'>(),
  telemetry: z.custom<NonNullable<VaultBffOptions['telemetry']>>().optional(),
  waitUntil: functionOf<'waitUntil'>(),
  sessionLifetimeSeconds: duration(bounds.SESSION_LIFETIME_SECONDS)
    .default(bounds.SESSION_LIFETIME_SECONDS.byDefault)
    .transform((seconds) => Math.min(seconds, bounds.SESSION_LIFETIME_SECONDS.byDefault)),
  sessionIdleDays: count(bounds.SESSION_IDLE_DAYS).optional(),
  grantLifetimeDays: duration(bounds.GRANT_LIFETIME_DAYS).default(
    bounds.GRANT_LIFETIME_DAYS.byDefault,
  ),
  now: functionOf<'now'>(),
} satisfies RulesOf<VaultBffOptions>);

/** The options with all defaults applied. */
export type Settings = z.output<typeof schema>;

/** An option that enables a route that needs no session. */
export type SwitchName = 'relay' | 'hook';

/**
 * Reads the options, and applies the defaults.
 *
 * @param mistakesOfKeyRing mistakes in `keys`, which the sealer checks
 * @throws VaultError `configuration_error` with one of `messages` for each mistake
 */
export function readOptions(
  options: VaultBffOptions,
  mistakesOfKeyRing: readonly string[],
): Settings {
  const { issues = [] } = schema.safeParse(options).error ?? {};
  assertNoMistakes([
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}.`),
    ...mistakesOfNames(options),
    ...mistakesOfStore(options),
    ...mistakesOfRelay(options),
    ...mistakesOfRedirectUri(options),
    ...mistakesOfKeyRing,
  ]);
  const { subject, clientAddress } = options;
  // These two are called as methods, and the settings are another object than the options.
  return {
    ...schema.parse(options),
    subject: subject?.bind(options),
    clientAddress: clientAddress?.bind(options),
  };
}

/** Returns one sentence for each key of the options, and of the objects in them, that does not exist. */
function mistakesOfNames(options: VaultBffOptions): string[] {
  const { service, client, anonymousCalls, keys } = options;
  const { shape } = schema;
  return [
    ...mistakesOfKeys(options, shape),
    ...mistakesOfKeys(service, shape.service.shape, 'service'),
    ...mistakesOfKeys(client, shape.client.shape, 'client'),
    ...mistakesOfKeys(anonymousCalls, shape.anonymousCalls.unwrap().shape, 'anonymousCalls'),
    ...(Array.isArray(keys) ? keys : []).flatMap((key, index) =>
      mistakesOfKeys(key as SealingKey, { id: true, key: true }, `keys.${index}`),
    ),
  ];
}

/** Returns one sentence if the relay has no durable store for outcomes. Does not report a missing store: the schema does. */
function mistakesOfRelay({ relay, outbox, store }: Partial<VaultBffOptions>): string[] {
  const keeper = outbox ?? store;
  if (relay !== true || !isObject(keeper) || keeper.outbox?.isDurable) return [];
  const cause = keeper.outbox
    ? 'it would lose them when the process ends'
    : 'it has no outbox for them';
  return [
    `relay needs a store that keeps outcomes, and ${outbox ? 'outbox' : 'store'} does not: ${cause}. Use SQLite or PostgreSQL for the store, or for the option outbox (VAULTLINK_OUTBOX) beside it. To accept that outcomes can be lost, set relay to unsaved (VAULTLINK_RELAY=unsaved).`,
  ];
}

/** Returns one sentence for each mistake in the store. A store that is missing is another mistake. */
function mistakesOfStore({ store, sessionIdleDays }: Partial<VaultBffOptions>): string[] {
  if (!isObject(store)) return [];
  const missing = missingMethodsOf(store);
  return [
    ...(missing.length ? [`store lacks methods: ${missing.join(', ')}.`] : []),
    ...(sessionIdleDays !== undefined && typeof store.setSessionEnd !== 'function'
      ? ['sessionIdleDays needs a store with setSessionEnd.']
      : []),
  ];
}
