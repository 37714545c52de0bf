import { html } from 'hono/html';
import { createToken, SYSTEM_RANDOM } from '../../market/random-token.ts';
import { reply } from '../../service/http/reply.ts';
import type { Html } from '../../service/pages/document.ts';
import type { Json } from './json.ts';
import { openApiStyle } from './openapi-style.ts';

/** Answers with a page to read the document: no script, and nothing of another host. */
export async function openApiPage(document: Json): Promise<Response> {
  const nonce = createToken(SYSTEM_RANDOM, 'base64url');
  const { info, paths, webhooks, components } = document as unknown as Shape;
  const operations = [...operationsOf(paths, ''), ...operationsOf(webhooks, 'The buyer’s ')];
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${openApiStyle}
        </style>
      </head>
      <body>
        <header>
          <p><a href="../">Back to the sandbox</a></p>
          <h1>${info.title}</h1>
          <p>${textOf(info.description)}</p>
          <p>
            The same as <a href="openapi.json">OpenAPI 3.1</a>. “§” names a section of the
            interface.
          </p>
          ${marksOf(info)}
        </header>
        <nav aria-label="Contents">
          <ul>
            ${operations.map(
              ({ id, name, operation }) =>
                html`<li>
                  <a href="#${id}"><code>${name}</code></a> ${operation.summary}
                </li>`,
            )}
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main>
          ${operations.map(operationSection)}
          <h2 id="schemas">Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<section>
                <h3 id="schema-${name}">${name}</h3>
                ${schemaPart(name, schema)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return reply(200, page, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });

  function operationSection({ id, name, operation }: NamedOperation): Html {
    const { summary, description, parameters = [], requestBody, responses } = operation;
    return html`<section>
      <h2 id="${id}"><code>${name}</code></h2>
      <p><strong>${summary}.</strong> ${textOf(description)}</p>
      ${marksOf(operation)}
      ${
        parameters.length
          ? fieldTable(
              'Parameters',
              name,
              parameters
                .map((parameter) => resolved(parameter) as unknown as Parameter)
                .map((it) => [
                  it.name,
                  `${it.in}, ${it.required ? 'required' : 'optional'}`,
                  textOf(it.description),
                ]),
            )
          : ''
      }
      ${
        requestBody
          ? html`<h3>Request body</h3>
              ${contentPart(requestBody.content)}`
          : ''
      }
      <h3>Responses</h3>
      <dl>
        ${Object.entries(responses).map(([status, response]) => {
          const whole = resolved(response) as unknown as ResponsePart;
          return html`<dt>${status}</dt>
            <dd>${textOf(whole.description)} ${contentPart(whole.content)} ${marksOf(whole)}</dd>`;
        })}
      </dl>
    </section>`;
  }

  /** The target of a reference, or the part itself. */
  function resolved(part: Json): Json {
    if (typeof part.$ref !== 'string') return part;
    const [, , kind = '', name = ''] = part.$ref.split('/');
    return (components as unknown as Record<string, Record<string, Json>>)[kind]?.[name] ?? part;
  }
}

/** What the page reads of the document. */
interface Shape {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Json[];
  requestBody?: { content: Content };
  responses: Record<string, Json>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
}

interface ResponsePart {
  description: string;
  content?: Content;
}

type Content = Record<string, { schema: Schema }>;

interface Schema extends Json {
  $ref?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface NamedOperation {
  id: string;
  name: string;
  operation: Operation;
}

const operationsOf = (
  paths: Record<string, Record<string, Operation>>,
  owner: string,
): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      name: `${method.toUpperCase()} ${owner}${path}`,
      operation,
    })),
  );

/** The text of a description. Its links lead to a file of the package, which no browser can open from here. */
const textOf = (description = ''): string =>
  description.replaceAll(/\[(§[\d.]+)\]\([^)]*\)/g, '$1');

function contentPart(content: Content = {}): Html {
  return html`${Object.entries(content).map(([type, { schema }]) =>
    type === '*/*' ? 'Any body.' : html`<code>${type}</code>: ${schemaName(schema)}.`,
  )}`;
}

function schemaPart(owner: string, schema: Schema): Html {
  const { description, properties } = schema;
  return html`<p>${textOf(description)} ${properties ? '' : schemaName(schema)}</p>
    ${marksOf(schema)}
    ${
      properties
        ? fieldTable(
            'Fields',
            owner,
            Object.entries(properties).map(([name, field]) => [
              name,
              schemaName(field),
              html`${textOf(field.description)} ${marksOf(field)}`,
            ]),
          )
        : ''
    }`;
}

/** A schema in a few words. */
function schemaName(schema: Schema): Html {
  const target = schema.$ref?.split('/').at(-1);
  if (target !== undefined) return html`<a href="#schema-${target}">${target}</a>`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) {
    return html`${choices.map((one, index) => html`${index ? ' or ' : ''}${schemaName(one)}`)}`;
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.properties) return html`object with ${Object.keys(schema.properties).join(', ')}`;
  return html`${[schema.type ?? 'any'].flat().join(' or ')}`;
}

/** What the interface leaves open there. */
function marksOf(part: object): Html | '' {
  const marks = (part as { 'x-not-shown'?: { section: string; sentence: string }[] })[
    'x-not-shown'
  ];
  if (!marks) return '';
  return html`<ul class="not-shown">
    ${marks.map(({ section, sentence }) => html`<li>§${section}: “${sentence}”</li>`)}
  </ul>`;
}

const fieldTable = (
  caption: string,
  owner: string,
  rows: readonly (readonly [name: string, type: Html | string, meaning: Html | string])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption} of ${owner}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, type, meaning]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${type}</td>
              <td>${meaning}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
