import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readTextFile } from '../config/read-text-file.ts';

/** The client that the sandbox creates for a backend, and the backend's sealing key. */
export interface TrialSecrets {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** A key ring in the format of VAULTLINK_KEYS. */
  keys: string;
}

/**
 * Returns the settings to try a backend with a sandbox. Reuses secrets that the file already contains, so that the trial survives restarts of both.
 *
 * @param file path of a file of variables, which need not exist
 * @param origin public origin of the backend
 * @throws Error if the file cannot be read
 */
export function readTrialSecrets(file: string, origin: string): TrialSecrets {
  const known = parseEnv(textOf(file));
  return {
    clientId: known.VAULTLINK_CLIENT_ID || 'trial',
    clientSecret: known.VAULTLINK_CLIENT_SECRET || newSecret(),
    redirectUri: `${origin}/vault/callback`,
    keys: known.VAULTLINK_KEYS || `k1:${newSecret()}`,
  };
}

/**
 * Writes the variables of a backend to a file that only its owner can read. Keeps the lines of other variables.
 *
 * @throws Error if the file cannot be written
 */
export function writeTrialVariables(
  file: string,
  origin: string,
  baseUrl: string,
  secrets: TrialSecrets,
): void {
  const variables: Record<string, string> = {
    VAULTLINK_BASE_URL: baseUrl,
    VAULTLINK_CLIENT_ID: secrets.clientId,
    VAULTLINK_CLIENT_SECRET: secrets.clientSecret,
    VAULTLINK_REDIRECT_URI: secrets.redirectUri,
    VAULTLINK_ORIGIN: origin,
    VAULTLINK_KEYS: secrets.keys,
  };
  const others = textOf(file)
    .split('\n')
    .filter((line) => line && !(nameOf(line) in variables));
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `${[...others, ...lines].join('\n')}\n`, { mode: 0o600 });
}

const newSecret = () => randomBytes(32).toString('base64');

const nameOf = (line: string) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '';

function textOf(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
