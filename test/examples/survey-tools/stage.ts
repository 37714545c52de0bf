import { startService } from '../../e2e/support/service.ts';
import { freePort } from '../../support/free-port.ts';
import type { InstalledExample, RunningExample } from '../installed-example.ts';
import type { Mode, VisitedStage } from '../visit.ts';

/** The only way in which these examples run. */
export const MODE: Mode = { title: 'its pages', script: 'start' };

/** An example of a survey tool in front of a sandbox. */
export interface ToolStage extends VisitedStage {
  /** What stands in for somebody else's server, where the example has one. */
  otherOrigin: string;
  start(): Promise<RunningExample>;
  close(): Promise<void>;
}

/** Starts the sandbox for an example. */
export async function startToolStage(name: string, example: InstalledExample): Promise<ToolStage> {
  const service = await startService();
  const toolHost = `localhost:${await freePort('localhost')}`;
  const variables = { SERVICE_URL: service.origin, TOOL_HOST: toolHost };
  return {
    name,
    origin: example.origin,
    otherOrigin: `http://${toolHost}`,
    service,
    start: () => example.start(variables, MODE.script),
    // There is no backend.
    printed: () => '',
    async close() {
      await service.close();
      example.remove();
    },
  };
}
