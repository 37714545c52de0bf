import { mistakesOfKeys } from '../../options/unknown-keys.ts';
import type { KnownKeys } from '../../options/unknown-keys.ts';
import type {
  AnonymousCallsOptions,
  ClientOptions,
  SealingKey,
  ServiceOptions,
  VaultBffOptions,
} from './bff-options.ts';

const OPTIONS: KnownKeys<VaultBffOptions> = {
  service: true,
  client: true,
  origin: true,
  basePath: true,
  keys: true,
  deploymentId: true,
  store: true,
  subject: true,
  subjectPrivacy: true,
  allowedOrigins: true,
  relay: true,
  hook: true,
  mayReport: true,
  mayReportTimeoutMs: true,
  anonymousCalls: true,
  clientAddress: true,
  onEvent: true,
  telemetry: true,
  waitUntil: true,
  sessionLifetimeSeconds: true,
  sessionIdleDays: true,
  grantLifetimeDays: true,
  now: true,
};

const SERVICE: KnownKeys<ServiceOptions> = {
  baseUrl: true,
  authorizeUrl: true,
  issuer: true,
  transport: true,
  timeoutMs: true,
  tokenTimeoutMs: true,
};

const CLIENT: KnownKeys<ClientOptions> = { clientId: true, clientSecret: true, redirectUri: true };

const ANONYMOUS_CALLS: KnownKeys<AnonymousCallsOptions> = {
  perAddressPerMinute: true,
  inAllPerMinute: true,
};

const KEY: KnownKeys<SealingKey> = { id: true, key: true };

/** Returns one sentence for each key of the options, and of the objects in them, that does not exist. */
export function mistakesOfNames(options: VaultBffOptions): string[] {
  const { service, client, anonymousCalls, keys } = options;
  return [
    ...mistakesOfKeys(options, OPTIONS),
    ...mistakesOfKeys(service, SERVICE, 'service'),
    ...mistakesOfKeys(client, CLIENT, 'client'),
    ...mistakesOfKeys(anonymousCalls, ANONYMOUS_CALLS, 'anonymousCalls'),
    ...(Array.isArray(keys) ? keys : []).flatMap((key, index) =>
      mistakesOfKeys(key as SealingKey, KEY, `keys.${index}`),
    ),
  ];
}
