import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SealingKey, VaultBffOptions } from '../bff/index.ts';
import { MOST_CALLS_PER_MINUTE } from '../bff/settings.ts';
import { isServiceUrl, VaultError } from '../protocol/index.ts';
import { parseNetwork } from './network.ts';
import { readVariables, switchOf } from './variables.ts';
import type { Environment, VariableName, VariableReader } from './variables.ts';

/** Where grants are kept. */
export type StoreSettings =
  | { kind: 'memory' }
  | { kind: 'sqlite'; path: string }
  /** The address may hold a password. */
  | { kind: 'redis' | 'postgres'; url: string };

/** A backend, as every command that works with grants needs it. */
export interface BackendSettings {
  bff: Pick<
    VaultBffOptions,
    | 'service'
    | 'client'
    | 'origin'
    | 'allowedOrigins'
    | 'keys'
    | 'deploymentId'
    | 'relay'
    | 'hook'
    | 'anonymousCalls'
  >;
  store: StoreSettings;
  /** Address of the Redis that holds the queue of pushes, which may hold a password. Default: that of the store. */
  queue: string | undefined;
}

/** How `vaultlink serve` is set up. */
export interface ServeSettings extends BackendSettings {
  /** Absolute path of the folder beside `/vault`. */
  staticFolder: string | undefined;
  /** The header that names the user. */
  subjectHeader: string | undefined;
  /** The address that is asked before an outcome is relayed. Default: every outcome is relayed. */
  mayReportUrl: string | undefined;
  /** For how long its answer is waited for. */
  mayReportTimeoutMs: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[];
  hostname: string;
  port: number;
  /** For how long requests are answered after SIGTERM. */
  drainMs: number;
  keepAliveTimeoutMs: number;
}

/** Ten minutes: no proxy keeps a connection for longer, and nobody waits longer for a process to end. */
const LONGEST_MS = 600_000;

/** Prints a key that `VAULTLINK_KEYS` takes. */
export const MAKE_A_KEY = `node -p "'k1:' + crypto.randomBytes(32).toString('base64')"`;

/**
 * Reads what `vaultlink serve` needs, and checks all of it.
 *
 * @param environment such as `process.env`
 * @throws VaultError `configuration_error` with one of `messages` for each mistake; none holds the value of a secret
 */
export function readEnvironment(environment: Environment): ServeSettings {
  const read = readVariables(environment);
  const settings: ServeSettings = {
    bff: {
      service: {
        baseUrl: serviceAddress(
          read,
          'VAULTLINK_BASE_URL',
          read.required('VAULTLINK_BASE_URL', 'set it to the address of the service'),
        ),
        authorizeUrl: serviceAddress(
          read,
          'VAULTLINK_AUTHORIZE_URL',
          read.optional('VAULTLINK_AUTHORIZE_URL'),
        ),
      },
      client: {
        clientId: read.required('VAULTLINK_CLIENT_ID', 'copy it from the settings of your client'),
        clientSecret: read.required(
          'VAULTLINK_CLIENT_SECRET',
          'set it, or VAULTLINK_CLIENT_SECRET_FILE, to what was shown when the client was made',
        ),
        redirectUri: redirectUri(read),
      },
      origin: origins(
        read,
        'VAULTLINK_ORIGIN',
        read.required('VAULTLINK_ORIGIN', 'set it to the origin that browsers see'),
      ).join(),
      allowedOrigins: origins(
        read,
        'VAULTLINK_ALLOWED_ORIGINS',
        ...list(read.optional('VAULTLINK_ALLOWED_ORIGINS')),
      ),
      keys: keys(read),
      deploymentId: read.optional('VAULTLINK_DEPLOYMENT_ID'),
      relay: switchOf(read, 'VAULTLINK_RELAY'),
      hook: switchOf(read, 'VAULTLINK_HOOK'),
      anonymousCalls: {
        perAddressPerMinute: callsPerMinute(read, 'VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE'),
        inAllPerMinute: callsPerMinute(read, 'VAULTLINK_CALLS_IN_ALL_PER_MINUTE'),
      },
    },
    store: store(read),
    queue: queue(read),
    staticFolder: folder(read),
    subjectHeader: headerName(read),
    mayReportUrl: serviceAddress(
      read,
      'VAULTLINK_MAY_REPORT_URL',
      read.optional('VAULTLINK_MAY_REPORT_URL'),
    ),
    mayReportTimeoutMs: milliseconds(read, 'VAULTLINK_MAY_REPORT_TIMEOUT_MS', 1, 3000),
    trustedProxies: trustedProxies(read),
    hostname: read.optional('HOST') ?? '127.0.0.1',
    port: port(read),
    drainMs: milliseconds(read, 'VAULTLINK_DRAIN_MS', 0, 5000),
    keepAliveTimeoutMs: milliseconds(read, 'VAULTLINK_KEEP_ALIVE_MS', 1, 75_000),
  };
  const { staticFolder } = settings;
  if (settings.store.kind === 'sqlite' && isServed(staticFolder, settings.store.path)) {
    read.mistake('VAULTLINK_STORE lies in the folder of VAULTLINK_STATIC: move it out of there.');
  }
  if (!read.mistakes.length) return settings;
  const messages = [...read.mistakes];
  throw new VaultError('configuration_error', messages.join(' '), { messages });
}

/** @returns `value`, whatever it is */
function serviceAddress<T extends string | undefined>(
  read: VariableReader,
  name: VariableName,
  value: T,
): T {
  if (value && !(URL.canParse(value) && isServiceUrl(value) && !new URL(value).username)) {
    read.mistake(`${name} must be an address with https, or with http on this machine.`);
  }
  return value;
}

function redirectUri(read: VariableReader): string {
  const name = 'VAULTLINK_REDIRECT_URI';
  const value = read.required(name, 'copy it from the settings of your client');
  const isAddress = URL.canParse(value) && isServiceUrl(value.replace(/\?.*$/, ''));
  if (value && !isAddress) {
    read.mistake(`${name} must be an address with https, or with http on this machine; no hash.`);
  }
  return value;
}

/** An origin has nothing behind it; the one behind another is told apart whole. */
function origins(read: VariableReader, name: VariableName, ...values: string[]): string[] {
  for (const value of values) {
    const origin = URL.canParse(value) ? new URL(value).origin : '';
    if (!value || (origin === value && isServiceUrl(origin))) continue;
    const hint = isServiceUrl(origin) ? ` Did you mean ${origin}?` : '';
    read.mistake(
      `${name} must be an origin such as https://app.example, or http on this machine, with nothing behind it.${hint}`,
    );
  }
  return values;
}

function keys(read: VariableReader): SealingKey[] {
  const name = 'VAULTLINK_KEYS';
  const value = read.required(name, `make one with ${MAKE_A_KEY}`);
  const found = list(value).map((entry, index) => {
    const at = entry.indexOf(':');
    const key = { id: entry.slice(0, at), key: entry.slice(at + 1) };
    // Which one, but nothing of it: whoever mixes up the two halves would read the key in the log.
    if (!/^[\w-]{1,32}$/.test(key.id) || !isKey(key.key)) {
      read.mistake(
        `Key ${index + 1} of ${name} must be an id, ":" and 32 bytes in base64: make one with ${MAKE_A_KEY}.`,
      );
    }
    return key;
  });
  if (new Set(found.map(({ id }) => id)).size < found.length) {
    read.mistake(`Two keys of ${name} have the same id: give each its own.`);
  }
  return found;
}

const isKey = (text: string) =>
  /^[\w+/-]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32;

function store(read: VariableReader): StoreSettings {
  const value = read.optional('VAULTLINK_STORE') ?? 'sqlite:vaultlink.db';
  const [, kind = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(value) ?? [];
  if (kind === 'memory' && !rest) return { kind };
  if (kind === 'sqlite' && rest) return { kind, path: resolve(rest) };
  if (rest.startsWith('//') && URL.canParse(value)) {
    if (/^rediss?$/.test(kind)) return { kind: 'redis', url: value };
    if (/^postgres(ql)?$/.test(kind)) return { kind: 'postgres', url: value };
  }
  // Nothing of the value: it may hold a password.
  read.mistake(
    'VAULTLINK_STORE must be sqlite:PATH, redis[s]://HOST, postgres[ql]://USER@HOST/DATABASE or memory:.',
  );
  return { kind: 'memory' };
}

function queue(read: VariableReader): string | undefined {
  const value = read.optional('VAULTLINK_QUEUE');
  if (value === undefined) return undefined;
  if (/^rediss?:\/\//i.test(value) && URL.canParse(value)) return value;
  read.mistake('VAULTLINK_QUEUE must be redis[s]://HOST.');
  return undefined;
}

function folder(read: VariableReader): string | undefined {
  const value = read.optional('VAULTLINK_STATIC');
  if (value === undefined) return undefined;
  const path = resolve(value);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    read.mistake(`VAULTLINK_STATIC is no folder: there is none at ${path}.`);
  }
  return path;
}

function headerName(read: VariableReader): string | undefined {
  const value = read.optional('VAULTLINK_SUBJECT_HEADER');
  if (value !== undefined && !/^[\w-]+$/.test(value)) {
    read.mistake('VAULTLINK_SUBJECT_HEADER must be the name of a header, such as X-User.');
  }
  return value;
}

function trustedProxies(read: VariableReader): string[] {
  const entries = list(read.optional('VAULTLINK_TRUSTED_PROXIES'));
  if (entries.some((entry) => !parseNetwork(entry))) {
    read.mistake(
      'VAULTLINK_TRUSTED_PROXIES must be addresses such as 127.0.0.1 or 10.0.0.0/8, separated by commas.',
    );
  }
  return entries;
}

/** @returns `undefined`: the default of the options */
function callsPerMinute(read: VariableReader, name: VariableName): number | undefined {
  const value = read.optional(name);
  if (value === undefined) return undefined;
  const number = /^\d{1,7}$/.test(value) ? Number(value) : NaN;
  if (!(number >= 1 && number <= MOST_CALLS_PER_MINUTE)) {
    read.mistake(`${name} must be a number from 1 to ${MOST_CALLS_PER_MINUTE}.`);
  }
  return number;
}

function port(read: VariableReader): number {
  const value = read.optional('PORT') ?? '3000';
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(port <= 65_535)) read.mistake('PORT must be a number from 0 to 65535; 0 is a free one.');
  return port;
}

function milliseconds(
  read: VariableReader,
  name: VariableName,
  least: number,
  byDefault: number,
): number {
  const value = read.optional(name) ?? String(byDefault);
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  if (!(number >= least && number <= LONGEST_MS)) {
    read.mistake(`${name} must be a number from ${least} to ${LONGEST_MS}, in milliseconds.`);
  }
  return number;
}

const list = (value = '') =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Whether a file lies in a folder, whatever symbolic links lead there. */
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

/** Whether a path lies in a folder, by their names. */
export function isWithin(outer: string, path: string): boolean {
  const way = relative(outer, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
