import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';

const FILE = 'src/bff/log.schema.json';

/** A line, as far as the tests look at it. */
export interface LogLine {
  time: string;
  level: string;
  type: string;
  code?: string;
}

const published = JSON.parse(readFileSync(FILE, 'utf8')) as {
  oneOf: { properties: Record<string, { const?: unknown }> }[];
};
const schema = z.fromJSONSchema(published as unknown as Parameters<typeof z.fromJSONSchema>[0]);

/** Asserts that an object is a line that the published schema describes, without a field that it does not name. */
export function assertLogLine(line: unknown): asserts line is LogLine {
  const text = JSON.stringify(line);
  const { success, error } = schema.safeParse(line);
  assert(success, `${text}: ${error?.message}`);
  const { level, type } = line as LogLine;
  const { properties = {} } =
    published.oneOf.find(
      (one) => one.properties.type?.const === type && one.properties.level?.const === level,
    ) ?? {};
  for (const field of Object.keys(line as object)) assert(field in properties, `${field}: ${text}`);
}

/** Returns the lines of the log in what `vaultlink serve` has written to the standard error. Asserts that the schema describes each of them. */
export function logLinesOf(text: string): LogLine[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const parsed: unknown = JSON.parse(line);
      assertLogLine(parsed);
      return parsed;
    });
}
