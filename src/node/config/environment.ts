import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { LogLevel, VaultBffOptions } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';
import { readVariables, type Environment } from './read-variables.ts';
import type { StoreSettings } from './readers.ts';
import type { VariableValues } from './variables.ts';

export type { Environment, StoreSettings };

/** The settings of every command that works with grants. */
export interface BackendSettings {
  bff: ReturnType<typeof bffOptionsOf>;
  store: StoreSettings;
  /** The store of the outcomes. Default: `store`, if it keeps them. */
  outbox: StoreSettings | undefined;
  /** URL of the Redis that holds the queue; may contain a password. Default: that of the store. */
  queue: string | undefined;
  /** Name of the queue and prefix of its keys. Default: `pushes`, `vaultlink`. */
  queueName: string | undefined;
  queuePrefix: string | undefined;
}

/** A signed statement of the proxy about who the user is: a JWT, such as of Cloudflare Access or Google IAP, or an ID token of OpenID Connect. */
export interface SubjectAssertion {
  /** Name of the header that contains it. */
  header: string;
  /** URL of the public keys, as a JSON Web Key Set. */
  jwks: string;
  /** Required `iss`. */
  issuer: string;
  /** Required `aud`. */
  audience: string;
}

/** The settings of `vaultlink serve`. */
export interface ServeSettings extends BackendSettings {
  /** Absolute path of the static folder. */
  staticFolder: string | undefined;
  /** Name of the header that identifies the user. */
  subjectHeader: string | undefined;
  /** The signed assertion that identifies the user. */
  subjectAssertion: SubjectAssertion | undefined;
  /** URL to which the backend sends each outcome for approval before it relays it. Default: every outcome is relayed. */
  mayReportUrl: string | undefined;
  /** Timeout of that request. */
  mayReportTimeoutMs: number;
  /** Addresses and networks of trusted proxies, for `X-Forwarded-For` and the header that identifies the user. */
  trustedProxies: readonly string[];
  /** The lowest level of the lines in the log. */
  logLevel: LogLevel;
  hostname: string;
  port: number;
  /** Milliseconds for which the backend accepts requests after SIGTERM. */
  drainMs: number;
  keepAliveTimeoutMs: number;
}

/**
 * Reads and checks all variables of `vaultlink serve`.
 *
 * @param environment such as `process.env`
 * @throws VaultError `configuration_error` with one of `messages` for each mistake; none contains a secret
 */
export function readEnvironment(environment: Environment): ServeSettings {
  const { values, mistakes } = readVariables(environment);
  for (const name of ['VAULTLINK_STORE', 'VAULTLINK_OUTBOX'] as const) {
    const store: StoreSettings | undefined = values[name];
    if (store?.kind === 'sqlite' && isServed(values.VAULTLINK_STATIC, store.path)) {
      mistakes.push(
        `The file of ${name} is in the public folder of VAULTLINK_STATIC. Move it to another folder.`,
      );
    }
  }
  const assertion = Object.entries(assertionVariablesOf(values));
  const missing = assertion.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length && missing.length < assertion.length) {
    mistakes.push(
      `${missing.join(', ')} must be set too: the variables VAULTLINK_SUBJECT_JWT_… work only together.`,
    );
  }
  if (!mistakes.length) return settingsOf(values as VariableValues);
  if (!Object.keys(environment).some((name) => name.startsWith('VAULTLINK_')))
    mistakes.push('No variable is set. If they are in a file, name it, such as "--env .env".');
  throw new VaultError('configuration_error', mistakes.join(' '), { messages: mistakes });
}

/** The variables of the signed assertion, which are set together or not at all. */
const assertionVariablesOf = ({
  VAULTLINK_SUBJECT_JWT_HEADER,
  VAULTLINK_SUBJECT_JWT_JWKS,
  VAULTLINK_SUBJECT_JWT_ISSUER,
  VAULTLINK_SUBJECT_JWT_AUDIENCE,
}: Partial<VariableValues>) => ({
  VAULTLINK_SUBJECT_JWT_HEADER,
  VAULTLINK_SUBJECT_JWT_JWKS,
  VAULTLINK_SUBJECT_JWT_ISSUER,
  VAULTLINK_SUBJECT_JWT_AUDIENCE,
});

function assertionOf(values: VariableValues): SubjectAssertion | undefined {
  const {
    VAULTLINK_SUBJECT_JWT_HEADER: header,
    VAULTLINK_SUBJECT_JWT_JWKS: jwks,
    VAULTLINK_SUBJECT_JWT_ISSUER: issuer,
    VAULTLINK_SUBJECT_JWT_AUDIENCE: audience,
  } = values;
  return header && jwks && issuer && audience ? { header, jwks, issuer, audience } : undefined;
}

function settingsOf(values: VariableValues): ServeSettings {
  return {
    bff: bffOptionsOf(values),
    store: storeSettingsOf(values, values.VAULTLINK_STORE),
    outbox: values.VAULTLINK_OUTBOX && storeSettingsOf(values, values.VAULTLINK_OUTBOX),
    queue: values.VAULTLINK_QUEUE,
    queueName: values.VAULTLINK_QUEUE_NAME,
    queuePrefix: values.VAULTLINK_QUEUE_PREFIX,
    staticFolder: values.VAULTLINK_STATIC,
    subjectHeader: values.VAULTLINK_SUBJECT_HEADER,
    subjectAssertion: assertionOf(values),
    mayReportUrl: values.VAULTLINK_MAY_REPORT_URL,
    mayReportTimeoutMs: values.VAULTLINK_MAY_REPORT_TIMEOUT_MS,
    trustedProxies: values.VAULTLINK_TRUSTED_PROXIES ?? [],
    logLevel: values.VAULTLINK_LOG_LEVEL,
    hostname: values.HOST,
    port: values.PORT,
    drainMs: values.VAULTLINK_DRAIN_MS,
    keepAliveTimeoutMs: values.VAULTLINK_KEEP_ALIVE_MS,
  };
}

/** Returns the options of the backend that come from variables. */
function bffOptionsOf(values: VariableValues) {
  return {
    service: {
      baseUrl: values.VAULTLINK_BASE_URL,
      authorizeUrl: values.VAULTLINK_AUTHORIZE_URL,
    },
    client: {
      clientId: values.VAULTLINK_CLIENT_ID,
      clientSecret: values.VAULTLINK_CLIENT_SECRET,
      redirectUri: values.VAULTLINK_REDIRECT_URI,
    },
    origin: values.VAULTLINK_ORIGIN,
    allowedOrigins: values.VAULTLINK_ALLOWED_ORIGINS ?? [],
    keys: values.VAULTLINK_KEYS,
    deploymentId: values.VAULTLINK_DEPLOYMENT_ID,
    subjectPrivacy: values.VAULTLINK_SUBJECT_PRIVACY,
    grantLifetimeDays: values.VAULTLINK_GRANT_LIFETIME_DAYS,
    sessionLifetimeSeconds: values.VAULTLINK_SESSION_DAYS * 86_400,
    sessionIdleDays: values.VAULTLINK_SESSION_IDLE_DAYS,
    relay: values.VAULTLINK_RELAY,
    outcomeDays: values.VAULTLINK_OUTCOME_DAYS,
    hook: values.VAULTLINK_HOOK,
    anonymousCalls: {
      perAddressPerMinute: values.VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE,
      inAllPerMinute: values.VAULTLINK_CALLS_IN_ALL_PER_MINUTE,
    },
  } satisfies Partial<VaultBffOptions>;
}

/** Adds the settings of the store's kind. Ignores those of other kinds, so that all commands can share one environment. */
function storeSettingsOf(values: VariableValues, store: StoreSettings): StoreSettings {
  if (store.kind === 'redis') return { ...store, prefix: values.VAULTLINK_REDIS_PREFIX };
  if (store.kind !== 'postgres') return store;
  return {
    ...store,
    schema: values.VAULTLINK_POSTGRES_SCHEMA,
    poolSize: values.VAULTLINK_POSTGRES_POOL_SIZE,
    statementTimeoutMs: values.VAULTLINK_POSTGRES_STATEMENT_TIMEOUT_MS,
  };
}

/** Returns whether a file is in a folder after symbolic links are resolved. */
function isServed(folder: string | undefined, file: string): boolean {
  const real = (path: string) => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  const inRealFolder = join(real(dirname(file)), basename(file));
  return folder !== undefined && isWithin(real(folder), real(inRealFolder));
}

/** Returns whether a path is in a folder. Does not resolve symbolic links. */
export function isWithin(outer: string, path: string): boolean {
  const way = relative(outer, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
