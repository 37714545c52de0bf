import { OUTCOMES } from '../protocol/index.ts';
import type { VaultErrorCode } from '../protocol/index.ts';
import type { VaultEvent } from './events.ts';

/** The levels of a log, the most severe first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** Severity of an entry in a log: `error` is the most severe. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An entry in the log of `vaultlink serve`: an event without its subject, or one of the two entries of the command itself. */
export type LogEntry =
  | WithoutSubject<VaultEvent>
  | { type: 'started'; relay: 'on' | 'off' | 'unsaved'; hook: 'on' | 'off' }
  | { type: 'warning'; detail: string };

type WithoutSubject<Event> = Event extends unknown ? Omit<Event, 'subject'> : never;

/**
 * The levels of failures. `info`: a user or a stranger has caused it, and nothing is to be mended. `warn`: look at it if it repeats. `error`: the
 * configuration, the store or the service does not work.
 */
const LEVEL_OF_FAILURE: Readonly<Record<VaultErrorCode, LogLevel>> = {
  invalid_request: 'info',
  state_mismatch: 'info',
  state_expired: 'info',
  state_missing: 'info',
  access_denied: 'info',
  subject_mismatch: 'info',
  not_connected: 'info',
  method_not_allowed: 'info',
  too_large: 'info',
  forbidden_origin: 'warn',
  subject_missing: 'warn',
  not_found: 'warn',
  reconnect_required: 'warn',
  validation_failed: 'warn',
  rate_limited: 'warn',
  outcome_rejected: 'warn',
  outcome_locked: 'warn',
  outcome_unknown: 'error',
  service_error: 'error',
  service_unreachable: 'error',
  store_unavailable: 'error',
  configuration_error: 'error',
};

/** JSON Schema of a field. */
type FieldSchema = Readonly<Record<string, unknown>>;

/** Describes a type of entry. */
export interface LogEvent<Field extends string = string> {
  /** The level of each entry, or of the entries with each code. */
  level: LogLevel | Readonly<Record<VaultErrorCode, LogLevel>>;
  /** When the entry is written. */
  description: string;
  /** The fields beside `time`, `level` and `type`. */
  fields: Readonly<Record<Field, FieldSchema>>;
  /** The fields that an entry may lack. Default: none. */
  optional?: readonly Field[];
}

type EntryOf<Type, Entry = LogEntry> = Entry extends { type: infer Types }
  ? Type extends Types
    ? Entry
    : never
  : never;

const TEXT = { type: 'string' };
const GRANT_ID = {
  ...TEXT,
  description: 'Id of the grant. It is the same in all entries of a connection.',
};
const PACKET_ID = { ...TEXT, description: 'Id of the packet of the push.' };
const REQUEST_ID = {
  ...TEXT,
  description:
    'The header `X-Request-Id` of the request. A failed request without it has a random one.',
};
const OUTCOME_ID = {
  ...TEXT,
  description: 'Id of a stored outcome: the SHA-256 of its token. `vaultlink outcomes` knows it.',
};
const DETAIL = { ...TEXT, description: 'What has happened, for the operator.' };
const ON_OR_OFF = { enum: ['on', 'off'] };

/** Each type of entry in the log of `vaultlink serve`: its level, its meaning and its fields. */
export const LOG_EVENTS = {
  started: {
    level: 'info',
    description: 'The server listens.',
    fields: { relay: { enum: ['on', 'off', 'unsaved'] }, hook: ON_OR_OFF },
  },
  warning: {
    level: 'warn',
    description: 'A setting does probably not do what you want.',
    fields: { detail: DETAIL },
  },
  connected: {
    level: 'info',
    description: 'A user has connected.',
    fields: { grantId: GRANT_ID, requestId: REQUEST_ID },
    optional: ['requestId'],
  },
  disconnected: {
    level: 'info',
    description: 'A user has disconnected, and the grant is deleted.',
    fields: { grantId: GRANT_ID, requestId: REQUEST_ID },
    optional: ['requestId'],
  },
  refreshed: {
    level: 'info',
    description: 'The tokens of a grant were refreshed.',
    fields: { grantId: GRANT_ID },
  },
  pushed: {
    level: 'info',
    description: 'The service has accepted a push.',
    fields: { grantId: GRANT_ID, packetId: PACKET_ID, requestId: REQUEST_ID },
    optional: ['requestId'],
  },
  reported: {
    level: 'info',
    description: 'The service has accepted an outcome.',
    fields: { outcome: { enum: OUTCOMES }, outcomeId: OUTCOME_ID, requestId: REQUEST_ID },
    optional: ['outcomeId', 'requestId'],
  },
  not_confirmed: {
    level: 'warn',
    description: 'A stored outcome has ended, and the service has not confirmed it.',
    fields: {
      outcome: { enum: OUTCOMES },
      outcomeId: OUTCOME_ID,
      end: {
        enum: ['rejected', 'probably_recorded', 'refused'],
        description:
          '`rejected`: the service has refused it. `probably_recorded`: it has refused it after a request that it may have counted. `refused`: `mayReport` has refused it.',
      },
      status: { type: 'integer', description: 'HTTP status of the last answer.' },
    },
    optional: ['status'],
  },
  undelivered: {
    level: 'error',
    description: 'A stored outcome could not be delivered within the hour of its token.',
    fields: {
      outcome: { enum: OUTCOMES },
      outcomeId: OUTCOME_ID,
      requests: { type: 'integer', minimum: 0, description: 'Number of requests that were made.' },
    },
  },
  reconnect_required: {
    level: 'warn',
    description:
      'The service has refused the refresh token of a grant: its user must connect again.',
    fields: {
      grantId: GRANT_ID,
      reason: {
        ...TEXT,
        description:
          '`invalid_grant`, or `answer_lost` if an earlier answer with new tokens was lost.',
      },
    },
  },
  save_failed: {
    level: 'warn',
    description:
      'The store could not save new tokens. They are kept in memory, and saving is retried.',
    fields: {
      grantId: GRANT_ID,
      attempt: { type: 'integer', minimum: 1, description: 'Number of failed attempts.' },
    },
  },
  failed: {
    level: LEVEL_OF_FAILURE,
    description: 'A request or a background task has failed.',
    fields: {
      where: {
        ...TEXT,
        description: 'The route, the method or the part of the backend that failed.',
      },
      code: { description: 'The error code.' },
      detail: DETAIL,
      packetId: PACKET_ID,
      requestId: REQUEST_ID,
    },
    optional: ['packetId', 'requestId'],
  },
} satisfies {
  [Type in LogEntry['type']]: LogEvent<Exclude<keyof EntryOf<Type>, 'type'> & string>;
};

/** Returns the level of an event or another entry, such as for the logger of your own server: `logger.log(logLevelOf(event), event)`. */
export const logLevelOf = (entry: LogEntry): LogLevel =>
  entry.type === 'failed' ? LEVEL_OF_FAILURE[entry.code] : LOG_EVENTS[entry.type].level;
