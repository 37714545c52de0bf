import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBaseAddress, isOrigin } from '../../bff/config/addresses.ts';
import type { SealingKey } from '../../bff/index.ts';
import { parseNetwork } from '../http/network.ts';
import { parseRedisAddress, REDIS_FORMS } from '../stores/redis-address.ts';

/**
 * Makes a value of the text of a variable.
 *
 * @param complain is called once for each mistake, with a sentence that says what to do. `{name}` stands for the variable in it. No sentence may
 *   hold anything of a secret
 */
export type Reader<T> = (text: string, complain: (sentence: string) => void) => T;

/** Where grants are kept. */
export type StoreSettings =
  | { kind: 'memory' }
  | { kind: 'sqlite'; path: string }
  /** The address may hold a password. */
  | { kind: 'redis'; url: string; prefix?: string | undefined }
  | {
      kind: 'postgres';
      url: string;
      schema?: string | undefined;
      poolSize?: number | undefined;
      statementTimeoutMs?: number | undefined;
    };

/** Prints a key that `VAULTLINK_KEYS` takes. */
export const MAKE_A_KEY = `node -p "'k1:' + crypto.randomBytes(32).toString('base64')"`;

/** Takes any text. */
export const anyText: Reader<string> = (text) => text;

/** Returns a reader of text for which `isRight` holds. */
export const textThat =
  (isRight: (text: string) => boolean, sentence: string): Reader<string> =>
  (text, complain) => {
    if (!isRight(text)) complain(sentence);
    return text;
  };

/** The sentence for what is no address. */
export const NO_ADDRESS = '{name} must be an address with https, or with http on this machine';

/** Reads an address without query and hash. */
export const baseAddress = textThat(isBaseAddress, `${NO_ADDRESS}.`);

/** Reads an origin. One with something behind it is a mistake, and the sentence names the origin alone. */
export const origin: Reader<string> = (text, complain) => {
  if (isOrigin(text)) return text;
  const meant = URL.canParse(text) ? new URL(text).origin : '';
  const hint = isOrigin(meant) ? ` Did you mean ${meant}?` : '';
  complain(
    `{name} must be an origin such as https://app.example, or http on this machine, with nothing behind it.${hint}`,
  );
  return text;
};

/** Returns a reader of entries that are separated by commas. */
export const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (text, complain) =>
    entriesOf(text).map((entry) => read(entry, complain));

/** Reads addresses and networks. */
export const networks: Reader<string[]> = (text, complain) => {
  const entries = entriesOf(text);
  if (entries.some((entry) => !parseNetwork(entry))) {
    complain('{name} must be addresses such as 127.0.0.1 or 10.0.0.0/8, separated by commas.');
  }
  return entries;
};

/** Reads a ring of keys. */
export const keyRing: Reader<SealingKey[]> = (text, complain) => {
  const keys = entriesOf(text).map((entry, index) => {
    const at = entry.indexOf(':');
    const key = { id: entry.slice(0, at), key: entry.slice(at + 1) };
    // Which one, but nothing of it: whoever mixes up the two halves would read the key in the log.
    if (!/^[\w-]{1,32}$/.test(key.id) || !isKey(key.key)) {
      complain(
        `Key ${index + 1} of {name} must be an id, ":" and 32 bytes in base64: make one with ${MAKE_A_KEY}.`,
      );
    }
    return key;
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    complain('Two keys of {name} have the same id: give each its own.');
  }
  if (!keys.length) complain(`{name} holds no key: make one with ${MAKE_A_KEY}.`);
  return keys;
};

const isKey = (text: string) =>
  /^[\w+/-]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32;

/** Reads where grants are kept. */
export const store: Reader<StoreSettings> = (text, complain) => {
  const [, kind = '', rest = ''] = /^([a-z-]+):(.*)$/is.exec(text) ?? [];
  if (kind === 'sqlite' && rest) return { kind, path: resolve(rest) };
  if (parseRedisAddress(text)) return { kind: 'redis', url: text };
  if (/^postgres(ql)?$/.test(kind) && rest.startsWith('//') && URL.canParse(text)) {
    return { kind: 'postgres', url: text };
  }
  // Nothing of the value: it may hold a password.
  if (kind !== 'memory' || rest) {
    complain(
      `{name} must be sqlite:PATH, ${REDIS_FORMS}, postgres[ql]://USER@HOST/DATABASE or memory:.`,
    );
  }
  return { kind: 'memory' };
};

/** Reads the address of a Redis, which may hold a password. */
export const redisAddress = textThat(
  (text) => parseRedisAddress(text) !== undefined,
  `{name} must be ${REDIS_FORMS}.`,
);

/** Whether a queue may have this name, and its keys this prefix. BullMQ allows no colon in a name. */
export const isQueueName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name);

/** What a name and a prefix must be, for a message. */
export const QUEUE_NAME_RULE = 'must be 1 to 64 letters, digits, "_", "." and "-"';

/** Reads the name of the queue, or the prefix of its keys. */
export const queueName = textThat(isQueueName, `{name} ${QUEUE_NAME_RULE}.`);

/** Reads the path of a folder that exists, and makes it absolute. */
export const folder: Reader<string> = (text, complain) => {
  const path = resolve(text);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    complain(`{name} is no folder: there is none at ${path}.`);
  }
  return path;
};

/** Reads the name of a header. */
export const headerName = textThat(
  (text) => /^[\w-]+$/.test(text),
  '{name} must be the name of a header, such as X-User.',
);

/** Reads `on` or `off`. */
export const onOrOff: Reader<boolean> = (text, complain) => {
  if (text !== 'on' && text !== 'off') complain('{name} must be on or off.');
  return text === 'on';
};

/** Reads how the store keeps subjects. */
export const subjectPrivacy: Reader<'plain' | 'hash'> = (text, complain) => {
  if (text !== 'plain' && text !== 'hash') complain('{name} must be plain or hash.');
  return text === 'hash' ? 'hash' : 'plain';
};

/**
 * Returns a reader of a whole number.
 *
 * @param addition stands behind the bounds in the sentence
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

/** Ten minutes: no proxy keeps a connection for longer, and nobody waits longer for a process to end. */
const LONGEST_MS = 600_000;

/** Returns a reader of a duration of ten minutes at most. */
export const milliseconds = (least: 0 | 1): Reader<number> =>
  wholeNumber({ least, most: LONGEST_MS }, ', in milliseconds');

const entriesOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
