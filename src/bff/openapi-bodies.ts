import { z } from 'zod/v4';
import * as schemas from '../protocol/schemas.ts';

/** The bodies of requests and responses, by their names in the OpenAPI document. */
const SCHEMAS = {
  Error: schemas.errorReply,
  ExchangeReply: schemas.exchangeReply,
  ExchangeRequest: schemas.exchangeRequest,
  HealthReply: schemas.healthReply,
  PushReply: schemas.pushReply,
  PushRequest: schemas.pushRequest,
  RelayReply: schemas.relayReply,
  RelayRequest: schemas.relayRequest,
  SessionReply: schemas.sessionReply,
};

/** Name of a body in the OpenAPI document. */
export type BodyName = keyof typeof SCHEMAS;

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Returns the JSON schemas of all bodies. */
export const bodySchemas = (): Json =>
  Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchemaOf(schema)]));

/** Returns the content of a request or a response with this body. */
export const json = (name: BodyName): Json => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

/** Converts a schema of zod to JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const whole = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Redundant with `format`.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== '$schema'));
}
