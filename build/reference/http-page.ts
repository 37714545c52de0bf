import { openApiDocument } from '../../src/bff/openapi.ts';
import { VAULT_ERROR_CODES } from '../../src/protocol/index.ts';
import { anchorOf, code, list, pageOf, prose, sentence } from './markdown.ts';

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  description?: string;
  format?: string;
}

interface Body {
  content?: Record<string, { schema: Schema }>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body & { description: string }>;
}

interface OpenApi {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** How many values a reader takes in. Only the codes of errors are more, which have a page of their own. */
const MAX_VALUES = 10;

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    return values.length > MAX_VALUES ? 'string' : values.join(' | ');
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties)}`;
  return schema.type ?? 'any';
}

/** Returns the schema of a body as a link to its section, or the media type. */
function bodyOf({ content = {} }: Body): string {
  const [[mediaType, { schema }] = ['', { schema: {} }]] = Object.entries(content);
  const name = schema.$ref && typeOf(schema);
  return name ? `[${code(name)}](#${anchorOf(name)})` : mediaType && code(mediaType);
}

/** Links the names of errors to the page about them. */
const linkErrors = (text: string) =>
  prose(text).replace(/\b[a-z]+(_[a-z]+)+\b/g, (word) =>
    (VAULT_ERROR_CODES as readonly string[]).includes(word)
      ? `[${code(word)}](errors.md#${word})`
      : word,
  );

const isError = (one: Body) => bodyOf(one) === bodyOf(ERROR_BODY);

const ERROR_BODY: Body = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function operationSection(method: string, path: string, operation: Operation): string[] {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const all = Object.entries(responses);
  const errors = all.filter(([, one]) => isError(one));
  const others = all.filter(([, one]) => !isError(one));
  return [
    `## ${code(`${method.toUpperCase()} /vault${path}`)}`,
    sentence(summary),
    linkErrors(description ?? ''),
    security ? 'Needs the session cookie.' : '',
    list([
      ...parameters.filter(({ in: place }) => place !== 'header').map(parameterLine),
      ...(requestBody ? [`Body: ${bodyOf(requestBody)}`] : []),
      ...others.map(([status, one]) => {
        const body = bodyOf(one);
        return `${status === 'default' ? 'Otherwise' : status}: ${linkErrors(one.description)}${body && ` (${body})`}`;
      }),
      ...(errors.length
        ? [
            `Errors: ${errors.map(([status, one]) => `${status} ${linkErrors(one.description)}`).join('; ')}`,
          ]
        : []),
    ]),
  ];
}

const parameterLine = (one: Parameter) => {
  const type = code(typeOf(one.schema));
  const text = one.description ?? (one.name === 'packet_id' ? 'The packet.' : 'The outcome.');
  return `${code(one.required ? one.name : `${one.name}?`)} in the ${one.in} (${type}): ${prose(text)}`;
};

function schemaSection([name, { properties = {}, required = [], description }]: [string, Schema]) {
  return [
    `### ${code(name)}`,
    prose(description ?? ''),
    list(
      Object.entries(properties).map(([field, schema]) => {
        const type = typeOf(schema) + (schema.format ? ` (${schema.format})` : '');
        return `${code(required.includes(field) ? field : `${field}?`)}: ${code(type)}`;
      }),
    ),
  ];
}

const HEALTH = '/health';

/** Returns the section about the probes, which all answer alike. */
function healthSection(paths: OpenApi['paths']): string[] {
  const probes = Object.entries(paths).filter(([path]) => path.startsWith(HEALTH));
  return [
    `## ${code(`GET /vault${HEALTH}`)}`,
    '200 (yes) or 503 (no), both with [`HealthReply`](#healthreply). [Operation](../operation.md#health) says what each probe is for.',
    list(
      probes.flatMap(([path, { get }]) =>
        get
          ? [
              `${code(`/vault${path}`)}: ${prose(sentence(get.summary))}${'503' in get.responses ? '' : ' Always 200.'}`,
            ]
          : [],
      ),
    ),
  ];
}

/** Returns the page about the HTTP interface of the backend. */
export function httpPage(): Promise<string> {
  const { info, paths, components } = openApiDocument() as unknown as OpenApi;
  return pageOf('HTTP interface of the backend', 'src/bff/openapi.ts', [
    prose(info.description),
    `These are the paths below ${code('/vault')}, the default of ${code('basePath')}. The same as an OpenAPI 3.1 document is ${code('vaultlink/openapi.json')} in the package.`,
    ...Object.entries(paths)
      .filter(([path]) => !path.startsWith(HEALTH))
      .flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, one]) => operationSection(method, path, one)),
      ),
    ...healthSection(paths),
    '## Bodies',
    'A field with a question mark may be missing.',
    ...Object.entries(components.schemas).flatMap(schemaSection),
  ]);
}
