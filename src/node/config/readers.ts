import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SealingKey } from '../../bff/index.ts';
import {
  ADDRESS_RULE,
  isAddress,
  isBaseAddress,
  isIpNetwork,
  isOrigin,
  ORIGIN_RULE,
} from '../../bff/operating.ts';
import { parseRedisAddress, REDIS_FORMS } from './redis-address.ts';

/**
 * Parses the text of a variable.
 *
 * @param complain is called once for each mistake, with a sentence that says what to do, and in which `{name}` stands for the variable. The sentence
 *    must not contain any part of a secret
 */
export type Reader<T> = (text: string, complain: (sentence: string) => void) => T;

/** The address and settings of the store. */
export type StoreSettings =
  | { kind: 'memory' }
  | { kind: 'sqlite'; path: string }
  /** The URL may contain a password. */
  | { kind: 'redis'; url: string; prefix?: string | undefined }
  | {
      kind: 'postgres';
      url: string;
      schema?: string | undefined;
      poolSize?: number | undefined;
      statementTimeoutMs?: number | undefined;
    };

/** A shell command that prints a key for `VAULTLINK_KEYS`. */
export const MAKE_A_KEY = `node -p "'k1:' + crypto.randomBytes(32).toString('base64')"`;

/** Accepts any text. */
export const anyText: Reader<string> = (text) => text;

/** Returns a reader that accepts text for which `isRight` is true. The rule completes the name of the variable. */
export const textThat =
  (isRight: (text: string) => boolean, rule: string): Reader<string> =>
  (text, complain) => {
    if (!isRight(text)) complain(`{name} ${rule}.`);
    return text;
  };

/** Reads a URL. */
export const address = textThat(isAddress, ADDRESS_RULE);

/** Reads a URL without query and hash. */
export const baseAddress = textThat(isBaseAddress, ADDRESS_RULE);

/** Reads an origin. If the text has more than an origin, the message suggests the origin. */
export const origin: Reader<string> = (text, complain) => {
  if (isOrigin(text)) return text;
  const meant = URL.canParse(text) ? new URL(text).origin : '';
  const hint = isOrigin(meant) ? ` Did you mean ${meant}?` : '';
  complain(`{name} ${ORIGIN_RULE}.${hint}`);
  return text;
};

/** Returns a reader of comma-separated entries. */
export const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (text, complain) =>
    entriesOf(text).map((entry) => read(entry, complain));

/** Reads IP addresses and networks. */
export const networks: Reader<string[]> = (text, complain) => {
  const entries = entriesOf(text);
  if (entries.some((entry) => !isIpNetwork(entry))) {
    complain('{name} must be addresses such as 127.0.0.1 or 10.0.0.0/8, separated by commas.');
  }
  return entries;
};

/** Reads a key ring. */
export const keyRing: Reader<SealingKey[]> = (text, complain) => {
  const keys = entriesOf(text).map((entry, index) => {
    const at = entry.indexOf(':');
    const key = { id: entry.slice(0, at), key: entry.slice(at + 1) };
    // Name only its position: if the operator has swapped id and key, the id is the secret.
    if (!/^[\w-]{1,32}$/.test(key.id) || !isKey(key.key)) {
      complain(
        `Key ${index + 1} of {name} must be an id, ":" and 32 bytes in base64. Create one with ${MAKE_A_KEY}.`,
      );
    }
    return key;
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    complain('Two keys of {name} have the same id. Give each key its own id.');
  }
  if (!keys.length) complain(`{name} contains no key. Create one with ${MAKE_A_KEY}.`);
  return keys;
};

const isKey = (text: string) =>
  /^[\w+/-]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32;

/** Returns what to do about a password that ends the host of a URL early, for messages; an empty text if that is not the mistake. */
const hintOfPassword = (text: string): string =>
  /^[a-z-]+:\/\/[^@]*[#/?].*@/i.test(text)
    ? ' Encode "#", "/" and "?" in a password as %23, %2F and %3F.'
    : '';

/** Reads the address of the store. */
export const store: Reader<StoreSettings> = (text, complain) => {
  const [, kind = '', rest = ''] = /^([a-z-]+):(.*)$/is.exec(text) ?? [];
  if (kind === 'sqlite' && rest) return { kind, path: resolve(rest) };
  if (parseRedisAddress(text)) return { kind: 'redis', url: text };
  if (/^postgres(ql)?$/.test(kind) && rest.startsWith('//') && URL.canParse(text)) {
    return { kind: 'postgres', url: text };
  }
  // Do not quote the value: it may contain a password.
  if (kind !== 'memory' || rest) {
    complain(
      `{name} must be sqlite:PATH, ${REDIS_FORMS}, postgres[ql]://USER@HOST/DATABASE or memory:.${hintOfPassword(text)}`,
    );
  }
  return { kind: 'memory' };
};

/** The address of a store that keeps outcomes. */
export type OutboxSettings = Extract<StoreSettings, { kind: 'sqlite' | 'postgres' }>;

/** Reads the address of a store that keeps outcomes. */
export const outboxAddress: Reader<OutboxSettings> = (text, complain) => {
  const settings = store(text, () => undefined);
  if (settings.kind === 'sqlite' || settings.kind === 'postgres') return settings;
  // Do not quote the value: it may contain a password.
  complain(
    `{name} must be sqlite:PATH or postgres[ql]://USER@HOST/DATABASE.${hintOfPassword(text)}`,
  );
  return { kind: 'sqlite', path: '' };
};

/** Reads the URL of a Redis, which may contain a password. */
export const redisAddress: Reader<string> = (text, complain) => {
  if (!parseRedisAddress(text)) complain(`{name} must be ${REDIS_FORMS}.${hintOfPassword(text)}`);
  return text;
};

/** Returns whether a queue name or key prefix is valid. BullMQ allows no colon in a name. */
export const isQueueName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name);

/** The rule for names and prefixes, for messages. */
export const QUEUE_NAME_RULE = 'must be 1 to 64 letters, digits, "_", "." and "-"';

/** Reads a queue name or key prefix. */
export const queueName = textThat(isQueueName, QUEUE_NAME_RULE);

/** Reads the path of an existing folder and makes it absolute. */
export const folder: Reader<string> = (text, complain) => {
  const path = resolve(text);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    complain(`{name} must be an existing folder. There is none at ${path}.`);
  }
  return path;
};

/** Reads a header name. */
export const headerName = textThat(
  (text) => /^[\w-]+$/.test(text),
  'must be the name of a header, such as X-User',
);

/** Creates a reader of one of several words. For any other text it returns the first. */
export const oneOf =
  <const Word extends string>(words: readonly [Word, Word, ...Word[]]): Reader<Word> =>
  (text, complain) => {
    const found = words.find((word) => word === text);
    if (found === undefined) {
      complain(`{name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
    }
    return found ?? words[0];
  };

/** Reads `on` or `off`. */
export const onOrOff: Reader<boolean> = (text, complain) =>
  oneOf(['on', 'off'])(text, complain) === 'on';

/** Reads how outcomes of pages are relayed. */
export const relay: Reader<boolean | 'unsaved'> = (text, complain) => {
  const word = oneOf(['off', 'on', 'unsaved'])(text, complain);
  return word === 'unsaved' ? word : word === 'on';
};

/**
 * Returns a reader of a whole number.
 *
 * @param addition text that follows the bounds in the message
 */
export const wholeNumber =
  ({ least, most }: { least: number; most: number }, addition = ''): Reader<number> =>
  (text, complain) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (!(number >= least && number <= most)) {
      complain(`{name} must be a number from ${least} to ${most}${addition}.`);
    }
    return number;
  };

/** No proxy keeps a connection for longer than ten minutes, and no operator waits longer for a process to stop. */
const MAX_MS = 600_000;

/** Returns a reader of milliseconds, at most ten minutes. */
export const milliseconds = (least: 0 | 1): Reader<number> =>
  wholeNumber({ least, most: MAX_MS }, ', in milliseconds');

const entriesOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
