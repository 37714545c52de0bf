import { VAULT_ERROR_CODES } from '../protocol/index.ts';
import { LOG_EVENTS, LOG_LEVELS } from './log-events.ts';
import type { LogEvent, LogLevel } from './log-events.ts';

/** A JSON object. */
type Json = Record<string, unknown>;

/**
 * Returns the JSON Schema of a line in the log of `vaultlink serve`. A later version may add types and fields.
 *
 * Generated from the table of events on each call. The package also contains it as `vaultlink/log.schema.json`.
 */
export function logSchema(): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line in the log of vaultlink serve',
    description: 'A JSON object. It contains no subject, token, code, verifier or secret.',
    oneOf: Object.entries(LOG_EVENTS).flatMap(([type, event]) => linesOf(type, event)),
  };
}

/** Returns the schemas of the lines of a type: one, or one for each level that its codes can have. */
function linesOf(type: string, event: LogEvent): Json[] {
  const { level: levels } = event;
  if (typeof levels === 'string') return [lineOf(type, event, levels)];
  return LOG_LEVELS.map((level) => ({
    level,
    codes: VAULT_ERROR_CODES.filter((code) => levels[code] === level),
  }))
    .filter(({ codes }) => codes.length)
    .map(({ level, codes }) =>
      lineOf(type, event, level, { code: { ...event.fields.code, enum: codes } }),
    );
}

function lineOf(
  type: string,
  { description, fields, optional = [] }: LogEvent,
  level: LogLevel,
  changed: Json = {},
): Json {
  const properties = {
    time: { type: 'string', format: 'date-time' },
    level: { const: level },
    type: { const: type },
    ...fields,
    ...changed,
  };
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, properties, required };
}
