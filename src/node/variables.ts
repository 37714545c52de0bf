import { readFileSync } from 'node:fs';

/** What `vaultlink serve` reads from its environment, each with what it means. */
export const VARIABLES = {
  VAULTLINK_BASE_URL: 'address of the service; https, or http on this machine',
  VAULTLINK_AUTHORIZE_URL: 'its authorization page (default: base URL + /oauth/authorize)',
  VAULTLINK_CLIENT_ID: 'id of your OAuth client, from its settings at the service',
  VAULTLINK_CLIENT_SECRET: 'secret of your OAuth client',
  VAULTLINK_REDIRECT_URI: 'as in the settings of the client; leads to /vault/callback',
  VAULTLINK_ORIGIN: 'public origin of this backend, such as https://app.example',
  VAULTLINK_ALLOWED_ORIGINS: 'further origins whose pages may call, separated by commas',
  VAULTLINK_KEYS: 'keys that seal what is stored, id:base64, separated by commas; the first seals',
  VAULTLINK_DEPLOYMENT_ID:
    'name of this deployment: a copy of the store opens nothing under another',
  VAULTLINK_STORE:
    'sqlite:PATH, redis[s]://…, postgres[ql]://… or memory: (default: sqlite:vaultlink.db)',
  VAULTLINK_QUEUE:
    'redis[s]://…, which holds the lines for workers (default: VAULTLINK_STORE, if that is Redis)',
  VAULTLINK_STATIC: 'folder that is served beside /vault',
  VAULTLINK_SUBJECT_HEADER:
    'header in which your proxy names the user; it must replace it in every request',
  VAULTLINK_RELAY:
    'on: pages may report outcomes through this backend, without a session (default: off)',
  VAULTLINK_HOOK: 'on: pages may hand over a code that they asked for themselves (default: off)',
  VAULTLINK_MAY_REPORT_URL:
    'address of yours that is asked before a relay: 2xx is a yes, 403 a no (default: none)',
  VAULTLINK_MAY_REPORT_TIMEOUT_MS:
    'milliseconds for which its answer is waited for (default: 3000)',
  VAULTLINK_TRUSTED_PROXIES:
    'addresses such as 10.0.0.0/8, separated by commas, of proxies whose X-Forwarded-For counts',
  VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE:
    'relays, and exchanges, that one address may ask for in a minute (default: 120)',
  VAULTLINK_CALLS_IN_ALL_PER_MINUTE:
    'relays, and exchanges, that all may ask for in a minute (default: 1200)',
  VAULTLINK_DRAIN_MS:
    'milliseconds in which requests are still answered after SIGTERM (default: 5000)',
  VAULTLINK_KEEP_ALIVE_MS: 'milliseconds for which an idle connection is kept (default: 75000)',
  HOST: 'address to listen on (default: 127.0.0.1)',
  PORT: 'port to listen on (default: 3000)',
} as const;

/** A name of {@link VARIABLES}. */
export type VariableName = keyof typeof VARIABLES;

/** Those that hold secrets: each may come from a file instead. */
export const SECRET_NAMES: readonly VariableName[] = [
  'VAULTLINK_CLIENT_SECRET',
  'VAULTLINK_KEYS',
  'VAULTLINK_STORE',
  'VAULTLINK_QUEUE',
];

const fileVariable = (name: VariableName) => `${name}_FILE`;

/** Environment variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Looks values up and collects what is wrong with them. */
export interface VariableReader {
  /** The value; `undefined` where it is unset or empty. */
  optional(name: VariableName): string | undefined;
  /** The value; `''` where it is missing, which is a mistake. @param hint what to set it to */
  required(name: VariableName, hint: string): string;
  /** Notes a mistake: a sentence that says what to do and holds no value of a secret. */
  mistake(sentence: string): void;
  /** One sentence for each mistake so far. */
  readonly mistakes: readonly string[];
}

/** @param environment such as `process.env` */
export function readVariables(environment: Environment): VariableReader {
  const mistakes = unknownNames(environment).map(
    (name) => `${name} means nothing here: look for a typing error ("vaultlink serve --help").`,
  );

  function fromFile(name: VariableName): string | undefined {
    const variable = fileVariable(name);
    const path = environment[variable];
    if (!path || !SECRET_NAMES.includes(name)) return undefined;
    if (environment[name]) {
      mistakes.push(`Both ${name} and ${variable} are set: take one of them away.`);
      return undefined;
    }
    try {
      // A line end is the editor's, not the secret's.
      const text = readFileSync(path, 'utf8').trim();
      if (text) return text;
      mistakes.push(`The file of ${variable} is empty: write the value into it.`);
    } catch {
      mistakes.push(`The file of ${variable} cannot be read: check its path and who may read it.`);
    }
    return '';
  }

  const optional = (name: VariableName) =>
    fromFile(name) ?? (environment[name]?.trim() || undefined);
  return {
    mistakes,
    optional,
    required(name, hint) {
      const value = optional(name);
      if (value === undefined) mistakes.push(`${name} is missing: ${hint}.`);
      return value ?? '';
    },
    mistake: (sentence) => void mistakes.push(sentence),
  };
}

/** Returns whether a variable is on. Default: off. */
export function switchOf(read: VariableReader, name: VariableName): boolean {
  const value = read.optional(name) ?? 'off';
  if (value !== 'on' && value !== 'off') read.mistake(`${name} must be on or off.`);
  return value === 'on';
}

function unknownNames(environment: Environment): string[] {
  const known = new Set<string>([...Object.keys(VARIABLES), ...SECRET_NAMES.map(fileVariable)]);
  return Object.keys(environment).filter(
    (name) =>
      name.startsWith('VAULTLINK_') && !known.has(name) && !isOfService(name, environment[name]),
  );
}

/**
 * Whether Kubernetes made a variable of a Service whose name begins with `vaultlink`. It does so for each Service of the namespace, unless the pod has
 * `enableServiceLinks: false`.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function isOfService(name: string, value = ''): boolean {
  return (
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && value.includes('://'))
  );
}
