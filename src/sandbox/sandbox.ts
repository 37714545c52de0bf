import { Hono } from 'hono';
import { handleToolRequest } from './control/admission.ts';
import { handleServiceRequest } from './control/pipeline.ts';
import type { ServiceEnvironment } from './service/service-context.ts';
import { errorsReply, reply, seeOther } from './service/http/reply.ts';
import { authorizeRoutes } from './service/oauth/authorize-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import type { SendAgain } from './console/log/log-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { endlinkRoutes } from './service/endlink/endlink-routes.ts';
import { pushRoutes } from './service/push/push-routes.ts';
import { tokenRoutes } from './service/oauth/token-routes.ts';
import { createCore } from './core/core.ts';
import { createHelpers } from './control/helpers/helpers.ts';
import type { SandboxHelpers } from './control/helpers/helpers.ts';
import type { SandboxCore } from './core/core.ts';
import type { SandboxOptions } from './core/sandbox-options.ts';
import { saveChanges } from './core/scenario/persistence.ts';
import type { ScenarioStore } from './core/scenario/persistence.ts';
import { readScenario } from './core/scenario/scenario-schema.ts';
import { saveScenario } from './core/scenario/saved-state.ts';
import type { Scenario } from './core/scenario/scenario-schema.ts';

/** A stand-in for the service, in memory, with helpers for tests. */
export interface Sandbox extends SandboxHelpers {
  /** Path below which the sandbox is served, such as `/market`; empty if there is none. Append it to an origin to get the `{base_url}`. */
  readonly basePath: string;
  /** Answers a request as the service does. At `/`, at `/developer` and below `/sandbox`, serves the console and the control routes. */
  fetch(request: Request): Promise<Response>;
  /** Returns the state of the sandbox, with tokens and secrets, without the log. */
  saveScenario(): Scenario;
  /** Replaces the state by a scenario. @throws ScenarioError that names every mistake */
  loadScenario(scenario: Scenario): void;
  /** Stops the timer, drops held requests and ends the event streams. */
  close(): void;
}

/**
 * Creates a sandbox. Serve its `fetch`.
 *
 * @param options default: no clients, no packets, two sellers, the default behaviour
 * @throws Error if an option does not exist, a packet names an unknown client or the base path is not usable; ScenarioError if the scenario has mistakes
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return sandboxOf(createCore(options));
}

/** A sandbox that saves its state. */
export interface SavedSandbox extends Sandbox {
  /** Saves now; after `close()`, waits for the last save. Rejects with the error of the store. */
  flush(): Promise<void>;
}

/**
 * Creates a sandbox that continues with the scenario of a store, and saves its changes there: a quarter of a second after a change, and when it is closed.
 * A scenario in the store replaces the state that the options describe. A reset returns to the options.
 *
 * @param onError called with an error of `store.save`. Default: `console.error`
 * @throws ScenarioError if the store has a scenario with mistakes, and errors of `store.load`
 */
export async function openSandbox(
  store: ScenarioStore,
  options: SandboxOptions = {},
  onError?: (error: unknown) => void,
): Promise<SavedSandbox> {
  const saved = await store.load();
  const core = createCore(options);
  if (saved !== undefined) core.load(readScenario(saved));
  const persistence = saveChanges(core, store, onError);
  return {
    ...sandboxOf(core),
    flush: () => persistence.flush(),
    close() {
      persistence.close();
      core.close();
    },
  };
}

function sandboxOf(core: SandboxCore): Sandbox {
  const endpoints = new Hono<ServiceEnvironment>().basePath(core.address('/'));
  endpoints.route('/', authorizeRoutes(core));
  endpoints.route('/', tokenRoutes(core));
  endpoints.route('/', pushRoutes(core));
  endpoints.route('/', endlinkRoutes(core));
  endpoints.notFound(notFound);
  endpoints.onError(rethrow);

  const sendAgain: SendAgain = (request, repeats) =>
    handleServiceRequest(core, request, core.pathOf(request.url) ?? '/', endpoints.fetch, repeats);
  const tools = new Hono().basePath(core.address('/'));
  tools.route('/sandbox', controlRoutes(core));
  tools.route('/', consoleRoutes(core, sendAgain));
  tools.notFound(notFound);
  tools.onError(rethrow);

  return {
    ...createHelpers(core),
    basePath: core.basePath,
    async fetch(request) {
      const path = core.pathOf(request.url);
      if (path === undefined)
        return handleToolRequest(core, request, (it) => outsideReply(core, it));
      if (isTool(path)) return handleToolRequest(core, request, tools.fetch);
      return handleServiceRequest(core, request, path, endpoints.fetch);
    },
    saveScenario: () => saveScenario(core),
    loadScenario: (scenario) => core.load(readScenario(scenario)),
    close: () => core.close(),
  };
}

const isTool = (path: string) => /^\/(developer|sandbox(\/.*)?|favicon\.ico)?$/.test(path);

const notFound = ({ req }: { req: { method: string; path: string } }) =>
  errorsReply(404, [`There is no ${req.method} ${req.path}.`]);

/** Answers a request outside the base path. Redirects the base path without its slash to the console. */
function outsideReply(core: SandboxCore, { url }: Request): Response {
  if (new URL(url).pathname === core.basePath) return seeOther(core.address('/'));
  const text = `The sandbox is below ${core.baseUrl(url)}/\n`;
  return reply(404, text, { 'content-type': 'text/plain; charset=utf-8' });
}

/** Passes errors of routes on to the caller of `fetch`, instead of Hono's response 500. */
const rethrow = (error: Error): never => {
  throw error;
};
