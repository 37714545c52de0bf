import { createSandbox, openSandbox } from '../../sandbox/index.ts';
import type { PacketSeed, SandboxOptions, SavedSandbox, Scenario } from '../../sandbox/index.ts';
import { UsageError } from '../commands/command.ts';
import type { CommandCall } from '../commands/command.ts';
import { accessFile, sentencesAbout } from './access-file.ts';
import { openScenarioDatabase, readScenarioFile } from './scenario-file.ts';

/** A running sandbox. */
export interface RunningSandbox {
  /** What follows the origin in its base URL. */
  basePath: string;
  fetch(request: Request): Promise<Response>;
  /** Saves a last time, if it has a file. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox with what its options name.
 *
 * @param added is there whatever a file has
 * @throws UsageError that names the option or the file, and every mistake in it
 */
export async function startSandbox(
  { data, scenario, seed, 'base-path': basePath }: CommandCall['values'],
  added: SandboxOptions,
): Promise<RunningSandbox> {
  if (typeof basePath === 'string') assertUsableBasePath(basePath);
  const options: SandboxOptions = {
    ...added,
    ...(typeof basePath === 'string' && { basePath }),
    ...(typeof seed === 'string' && { seed }),
    ...(typeof scenario === 'string' && {
      scenario: accessFile('scenario', scenario, () => readScenarioFile(scenario)) as Scenario,
    }),
  };
  if (typeof data !== 'string') {
    const standIn = accessFile('scenario', String(scenario), () => createSandbox(options));
    return {
      basePath: standIn.basePath,
      fetch: (request) => standIn.fetch(request),
      close() {
        standIn.close();
        return Promise.resolve();
      },
    };
  }
  // A mistake in the scenario is not one of the data: look for it first.
  accessFile('scenario', String(scenario), () => {
    createSandbox(options).close();
  });
  const database = accessFile('data', data, () => openScenarioDatabase(data));
  try {
    const standIn = await openSandbox(database, options);
    await addMissing(standIn, added);
    return {
      basePath: standIn.basePath,
      fetch: (request) => standIn.fetch(request),
      async close() {
        standIn.close();
        await standIn.flush();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw new UsageError(sentencesAbout('data', data, error));
  }
}

/** @throws UsageError that says how to name one */
function assertUsableBasePath(basePath: string): void {
  try {
    createSandbox({ basePath }).close();
  } catch (error) {
    throw new UsageError(`--base-path: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Adds to a saved marketplace what the command names and what is not there yet. */
async function addMissing(standIn: SavedSandbox, added: SandboxOptions): Promise<void> {
  const saved = standIn.saveScenario();
  const { clients = [], packets = [] } = saved;
  const wanted = (added.clients ?? []).map(({ client_id }) => client_id);
  const kept = clients.filter(({ client_id }) => !wanted.includes(client_id));
  const isThere = (seed: PacketSeed) =>
    packets.some((packet) =>
      'endlink_url' in seed
        ? 'endlink_url' in packet && packet.endlink_url === seed.endlink_url
        : packet.id === seed.id,
    );
  standIn.loadScenario({
    ...saved,
    clients: [...kept, ...((added.clients ?? []) as typeof clients)],
  });
  for (const seed of (added.packets ?? []).filter((one) => !isThere(one))) {
    await standIn.addPacket(
      'endlink_url' in seed
        ? { name: seed.name, endlinkUrl: seed.endlink_url }
        : { id: seed.id, name: seed.name, clientId: seed.client_id, questions: seed.questions },
    );
  }
}
