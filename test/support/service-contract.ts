import assert from 'node:assert/strict';
import { z } from 'zod';
import type { SandboxOptions } from 'vaultlink/sandbox';

/** A JSON object. */
type Json = Record<string, unknown>;

interface Operation {
  responses: Record<string, Json>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

/** Compares responses with an OpenAPI document. */
interface Contract {
  /** @throws AssertionError if a described operation answered otherwise than described */
  check(request: Request, response: Response): Promise<void>;
}

/** Reads the document that a sandbox below `basePath` publishes. */
function createContract(document: unknown, basePath: string): Contract {
  const { paths, components } = document as Document;
  const routes = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }));
  const schemas = new Map<unknown, z.ZodType>();

  return {
    async check(request, response) {
      const pathname = pathBelow(basePath, request.url);
      const route = routes.find(({ pattern }) => pattern.test(pathname));
      const operation = route?.methods[request.method.toLowerCase()];
      if (!operation) return;
      const { status } = response;
      const name = `${request.method} ${pathname}: ${status}`;
      const { responses } = operation;
      const described = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
      assert.ok(described, `${name} is no status of the document`);
      const content = resolve(described).content as Record<string, { schema: Json }> | undefined;
      if (!content || '*/*' in content) return;
      const [type = ''] = response.headers.get('content-type')?.split(';') ?? [];
      const schema = content[type]?.schema;
      assert.ok(schema, `${name} has the type "${type}", not ${Object.keys(content).join(', ')}`);
      const body: unknown = await response.clone().json();
      const result = schemaOf(schema).safeParse(body);
      assert.ok(result.success, `${name}: ${result.error?.message}`);
    },
  };

  function schemaOf(schema: Json): z.ZodType {
    const made = schemas.get(schema) ?? z.fromJSONSchema(resolveAll(schema) as never);
    schemas.set(schema, made);
    return made;
  }

  function resolve(part: Json): Json {
    if (typeof part.$ref !== 'string') return part;
    const [, , kind = '', name = ''] = part.$ref.split('/');
    const target = components[kind]?.[name];
    assert.ok(target, part.$ref);
    return target;
  }

  /** Puts the targets of all references into their places. */
  function resolveAll(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolveAll);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(resolve(part as Json));
    return Object.fromEntries(entries.map(([name, value]) => [name, resolveAll(value)]));
  }
}

/** The path within a sandbox. */
const pathBelow = (basePath: string, url: string) => new URL(url).pathname.slice(basePath.length);

/** Handles a request, as the sandbox does. */
type Handle = (request: Request) => Promise<Response>;

/** Control calls after which a response may be one of a fault, until the sandbox is reset. */
const FAULTS = /^\/sandbox\/(faults|scenario)/;

/** The switches and replies of a sandbox. */
type Settings = Pick<SandboxOptions, 'behaviour' | 'replies'>;

/** Returns whether a switch or a reply makes the responses of a path depart from the text on purpose. */
function departs({ behaviour = {}, replies = {} }: Settings, path: string): boolean {
  const { created_at_form: form } = behaviour;
  const { token_success: token, unauthorized, push_success: push } = replies;
  if (path === '/oauth/token') {
    return form === 'seconds' || form === 'milliseconds' || token?.fields !== undefined;
  }
  return path.endsWith('/push') && (unauthorized?.shape === 'empty' || push?.fields !== undefined);
}

/**
 * Checks every response of a sandbox against the document that it publishes. Does not check a sandbox that was told to inject faults, or to depart from
 * the text.
 *
 * @param sandbox its `basePath` is a part of every address
 * @param initial the switches and replies that the sandbox begins with
 * @param onViolation default: throws, so that the test fails which sent the request
 */
export function checked(
  sandbox: { fetch: Handle; basePath: string },
  initial: Settings = {},
  onViolation = (error: unknown): void => {
    throw error;
  },
): Handle {
  const { basePath } = sandbox;
  const handle: Handle = (request) => sandbox.fetch(request);
  let contract: Promise<Contract> | undefined;
  let hasFaults = false;
  let settings = initial;

  const read = async () => {
    const response = await handle(new Request(`http://localhost${basePath}/sandbox/openapi.json`));
    return createContract(await response.json(), basePath);
  };

  return async (request) => {
    const pathname = pathBelow(basePath, request.url);
    if (pathname.startsWith('/sandbox/') && request.method === 'POST') {
      if (FAULTS.test(pathname)) hasFaults = true;
      if (pathname === '/sandbox/reset') {
        hasFaults = false;
        settings = initial;
      }
      const kind = /^\/sandbox\/(behaviour|replies)$/.exec(pathname)?.[1];
      if (kind === 'behaviour' || kind === 'replies') {
        const update = JSON.parse((await request.clone().text()) || '{}') as object;
        settings = { ...settings, [kind]: { ...settings[kind], ...update } };
      }
    }
    const wasFaulty = hasFaults;
    const sent = new Request(request.url, { method: request.method });
    const response = await handle(request);
    if (wasFaulty || departs(settings, pathname) || pathname.startsWith('/sandbox'))
      return response;
    await (contract ??= read()).then((known) => known.check(sent, response)).catch(onViolation);
    return response;
  };
}
