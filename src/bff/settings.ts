import { z } from 'zod';
import { BASE_PATH, isServiceUrl, VaultError } from '../protocol/index.ts';
import type { VaultBffOptions } from './options.ts';

/** 400 days: a browser keeps no cookie for longer. @see RFC 6265bis section 5.5 */
const LONGEST_SESSION_SECONDS = 34_560_000;

/** As long as the longest session: whoever pushes once a year, to users whose browsers have forgotten them, finds each grant. */
const GRANT_LIFETIME_DAYS = 400;

/** Who waits for another one's refresh gives up after 40 seconds: by then the one who refreshes has to have an answer, and to have saved it. */
const LONGEST_TOKEN_TIMEOUT_MS = 35_000;

/** The memory for the addresses of callers grows with their number. */
export const MOST_CALLS_PER_MINUTE = 1_000_000;

/** Two a second: a school or an office of 600 behind one address may finish a survey within five minutes, and nobody waits. */
const CALLS_PER_ADDRESS_PER_MINUTE = 120;

/** What ten such addresses may do. */
const CALLS_IN_ALL_PER_MINUTE = 1200;

const HTTPS = 'must be an absolute address: https, or http on this machine';

const text = z.custom<string>((value) => typeof value === 'string' && value !== '', 'is missing');
const address = z.custom<string>(isAddress, HTTPS);
const origin = z.custom<string>(
  (value) => isAddress(value) && new URL(value).origin === value,
  'must be an origin such as https://app.example, with nothing behind it',
);
const positive = z.number('must be a number').positive('must be more than 0').optional();

const perMinute = z
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(MOST_CALLS_PER_MINUTE, `must be at most ${MOST_CALLS_PER_MINUTE}`)
  .optional();

const checked = z.object({
  service: z.object({
    baseUrl: z.custom<string>((value) => isAddress(value) && isServiceUrl(value), HTTPS),
    authorizeUrl: address.optional(),
    timeoutMs: positive,
    tokenTimeoutMs: z
      .number('must be a number')
      .positive('must be more than 0')
      .max(LONGEST_TOKEN_TIMEOUT_MS, `must be at most ${LONGEST_TOKEN_TIMEOUT_MS}`)
      .optional(),
  }),
  client: z.object({
    clientId: text,
    clientSecret: text,
    redirectUri: z.custom<string>(
      (value) => isAddress(value) && !value.includes('#'),
      `${HTTPS}, without a hash`,
    ),
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
  anonymousCalls: z
    .object(
      { perAddressPerMinute: perMinute, inAllPerMinute: perMinute },
      'must be an object of two numbers',
    )
    .optional(),
  clientAddress: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  subjectPrivacy: z.enum(['plain', 'hash'], 'must be plain or hash').optional(),
  store: z.looseObject({}, 'is missing'),
  waitUntil: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  sessionLifetimeSeconds: positive,
  grantLifetimeDays: positive,
});

/** What the page's side of the backend has to know, with every default filled in. */
export interface Settings {
  origin: string;
  basePath: string;
  redirectUri: string;
  issuer: string | undefined;
  allowedOrigins: ReadonlySet<string>;
  anonymousCalls: { perAddressPerMinute: number; inAllPerMinute: number };
  sessionLifetimeSeconds: number;
  grantLifetimeDays: number;
}

/** One sentence for each mistake in the options but those in `keys`, which their sealer finds. */
export function mistakesOfOptions(options: VaultBffOptions): string[] {
  const { error } = checked.safeParse(options);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`);
}

/** @throws VaultError `configuration_error` that names all of `mistakes`; none: nothing happens */
export function assertNoMistakes(mistakes: string[]): void {
  if (!mistakes.length) return;
  throw new VaultError('configuration_error', mistakes.join(' '), { messages: mistakes });
}

/** @param options without a mistake */
export function settingsOf(options: VaultBffOptions): Settings {
  return {
    origin: options.origin,
    basePath: options.basePath ?? BASE_PATH,
    redirectUri: options.client.redirectUri,
    issuer: options.service.issuer,
    allowedOrigins: new Set(options.allowedOrigins),
    anonymousCalls: {
      perAddressPerMinute:
        options.anonymousCalls?.perAddressPerMinute ?? CALLS_PER_ADDRESS_PER_MINUTE,
      inAllPerMinute: options.anonymousCalls?.inAllPerMinute ?? CALLS_IN_ALL_PER_MINUTE,
    },
    grantLifetimeDays: options.grantLifetimeDays ?? GRANT_LIFETIME_DAYS,
    sessionLifetimeSeconds: Math.min(
      options.sessionLifetimeSeconds ?? LONGEST_SESSION_SECONDS,
      LONGEST_SESSION_SECONDS,
    ),
  };
}

/** Whether what comes back would not travel in the clear. Userinfo would stand in logs. */
function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin: ofUrl, pathname, username, password } = new URL(value);
  return isServiceUrl(ofUrl + pathname) && !username && !password;
}
