import type { SandboxCore } from '../core.ts';
import { controlRoutes } from '../control-routes.ts';

/** A call of the control routes without HTTP. The routes are those below `/sandbox`, so both check and answer the same. */
export type ControlClient = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Creates a client of the control routes. A call rejects with the messages of an error response. */
export function createControlClient(core: SandboxCore): ControlClient {
  const routes = controlRoutes(core);
  return async (method, path, body) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await routes.fetch(request);
    const content = (await answer.json()) as { errors?: { base: string[] } };
    if (answer.ok) return content;
    throw new Error(content.errors?.base.join(' ') ?? `The sandbox answered ${answer.status}.`);
  };
}

/** Changes the names of an object's own properties from camelCase to snake_case. Leaves out what is `undefined`. */
export function toSnakeCase(options: object): Record<string, unknown> {
  const named = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
