import { Hono } from 'hono';
import { errorsReply, jsonReply } from '../../service/http/reply.ts';
import type { SandboxCore } from '../core.ts';
import { readScenario, ScenarioError } from './scenario-restore.ts';
import { saveScenario } from './scenario-save.ts';
import { scenarioJsonSchema } from './scenario-schema.ts';
import { stateView } from './state-view.ts';

/** Creates the routes that save and load a scenario. */
export function scenarioRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  app.get('/scenario', () => jsonReply(200, saveScenario(core)));

  app.put('/scenario', async ({ req }) => {
    let document: unknown;
    try {
      document = JSON.parse(await req.text());
    } catch {
      return errorsReply(400, ['The body is not JSON.']);
    }
    try {
      core.load(readScenario(document));
    } catch (error) {
      if (error instanceof ScenarioError) return errorsReply(400, [...error.mistakes]);
      throw error;
    }
    return jsonReply(200, stateView(core));
  });

  app.get('/scenario.schema.json', () => jsonReply(200, scenarioJsonSchema()));

  return app;
}
