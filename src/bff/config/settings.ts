import { z } from 'zod/v4';
import { BASE_PATH } from '../../protocol/index.ts';
import type { VaultBffOptions } from './bff-options.ts';
import type { Store } from '../stores/store.ts';
import { missingMethodsOf } from '../stores/store-methods.ts';
import { isAddress, isBaseAddress, isOrigin, isRedirectUri } from './addresses.ts';
import {
  REQUESTS_IN_ALL_PER_MINUTE,
  REQUESTS_PER_ADDRESS_PER_MINUTE,
  GRANT_LIFETIME_DAYS,
  MAY_REPORT_TIMEOUT_MS,
  SESSION_IDLE_DAYS,
  SESSION_LIFETIME_SECONDS,
  TIMEOUT_MS,
  TOKEN_TIMEOUT_MS,
} from './bounds.ts';
import type { Bounds } from './bounds.ts';
import { mistakesOfNames } from './option-names.ts';
import { mistakeOfRedirectUri } from './redirect-uri.ts';

const HTTPS = 'must be an absolute address: https, or http on this machine';

const text = z.custom<string>((value) => typeof value === 'string' && value !== '', 'is missing');
const address = z.custom<string>(isAddress, HTTPS);
const origin = z.custom<string>(
  isOrigin,
  'must be an origin such as https://app.example: https, or http on this machine, and nothing behind it',
);

const duration = ({ most = Number.MAX_VALUE }: Bounds) =>
  z
    .number('must be a number')
    .positive('must be more than 0')
    .max(most, `must be at most ${most}`)
    .optional();

const count = ({ least = 0, most = Number.MAX_SAFE_INTEGER }: Omit<Bounds, 'byDefault'>) =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .optional();

const onOrOff = z.boolean('must be true or false').optional();

const checked = z.object({
  service: z.object({
    baseUrl: z.custom<string>(isBaseAddress, HTTPS),
    authorizeUrl: address.optional(),
    timeoutMs: duration(TIMEOUT_MS),
    tokenTimeoutMs: duration(TOKEN_TIMEOUT_MS),
  }),
  client: z.object({
    clientId: text,
    clientSecret: text,
    redirectUri: z.custom<string>(isRedirectUri, `${HTTPS}, without a hash`),
  }),
  origin,
  allowedOrigins: z.array(origin, 'must be a list of origins').optional(),
  basePath: z
    .custom<string>(
      (value) => typeof value === 'string' && /^(\/[\w~-][\w.~-]*)+$/.test(value),
      'must be a path such as /vault',
    )
    .optional(),
  deploymentId: z.string('must be text').optional(),
  relay: onOrOff,
  hook: onOrOff,
  mayReport: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  mayReportTimeoutMs: duration(MAY_REPORT_TIMEOUT_MS),
  anonymousCalls: z
    .object(
      {
        perAddressPerMinute: count(REQUESTS_PER_ADDRESS_PER_MINUTE),
        inAllPerMinute: count(REQUESTS_IN_ALL_PER_MINUTE),
      },
      'must be an object of two numbers',
    )
    .optional(),
  clientAddress: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  subjectPrivacy: z.enum(['plain', 'hash'], 'must be plain or hash').optional(),
  store: z.looseObject({}, 'is missing'),
  waitUntil: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  sessionLifetimeSeconds: duration(SESSION_LIFETIME_SECONDS),
  sessionIdleDays: count(SESSION_IDLE_DAYS),
  grantLifetimeDays: duration(GRANT_LIFETIME_DAYS),
});

/** An option that enables a route that needs no session. */
export type SwitchName = 'relay' | 'hook';

/** Settings of the routes, with all defaults applied. */
export interface Settings {
  origin: string;
  basePath: string;
  redirectUri: string;
  issuer: string | undefined;
  allowedOrigins: ReadonlySet<string>;
  relay: boolean;
  hook: boolean;
  mayReportTimeoutMs: number;
  anonymousCalls: { perAddressPerMinute: number; inAllPerMinute: number };
  sessionLifetimeSeconds: number;
  /** `undefined`: an unused session does not end earlier. */
  sessionIdleDays: number | undefined;
  grantLifetimeDays: number;
}

/** Returns one sentence for each mistake in the options, except in `keys`, which the sealer checks. */
export function mistakesOfOptions(options: VaultBffOptions): string[] {
  const { error } = checked.safeParse(options);
  const mistakes = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`),
    ...mistakesOfNames(options),
  ];
  mistakes.push(...mistakesOfStore(options.store));
  if (options.sessionIdleDays !== undefined && !hasSessionEnds(options.store)) {
    mistakes.push('sessionIdleDays needs a store with setSessionEnd.');
  }
  const ofRedirectUri = mistakeOfRedirectUri(options);
  return ofRedirectUri === undefined ? mistakes : [...mistakes, ofRedirectUri];
}

function mistakesOfStore(store: Partial<Store> | undefined): string[] {
  const missing = store && typeof store === 'object' ? missingMethodsOf(store) : [];
  return missing.length ? [`store lacks methods: ${missing.join(', ')}.`] : [];
}

/** A store that is missing is another mistake. */
const hasSessionEnds = (store: Partial<Store> | undefined): boolean =>
  store === undefined || typeof store.setSessionEnd === 'function';

/** @param options valid options */
export function settingsOf(options: VaultBffOptions): Settings {
  return {
    origin: options.origin,
    basePath: options.basePath ?? BASE_PATH,
    redirectUri: options.client.redirectUri,
    issuer: options.service.issuer,
    allowedOrigins: new Set(options.allowedOrigins),
    relay: options.relay ?? false,
    hook: options.hook ?? false,
    mayReportTimeoutMs: options.mayReportTimeoutMs ?? MAY_REPORT_TIMEOUT_MS.byDefault,
    anonymousCalls: {
      perAddressPerMinute:
        options.anonymousCalls?.perAddressPerMinute ?? REQUESTS_PER_ADDRESS_PER_MINUTE.byDefault,
      inAllPerMinute:
        options.anonymousCalls?.inAllPerMinute ?? REQUESTS_IN_ALL_PER_MINUTE.byDefault,
    },
    sessionIdleDays: options.sessionIdleDays,
    grantLifetimeDays: options.grantLifetimeDays ?? GRANT_LIFETIME_DAYS.byDefault,
    sessionLifetimeSeconds: Math.min(
      options.sessionLifetimeSeconds ?? SESSION_LIFETIME_SECONDS.byDefault,
      SESSION_LIFETIME_SECONDS.byDefault,
    ),
  };
}
