import { createSandbox, openSandbox } from '../../sandbox/index.ts';
import type { PacketSeed, SandboxOptions, SavedSandbox, Scenario } from '../../sandbox/index.ts';
import { accessFile, sentencesAbout, UsageError } from '../usage-error.ts';
import { openScenarioDatabase, readScenarioFile } from './scenario-file.ts';

/** A running sandbox. */
export interface RunningSandbox {
  /** Path of its base URL, which follows the origin. */
  basePath: string;
  fetch(request: Request): Promise<Response>;
  /** Saves a last time, if it has a file. */
  close(): Promise<void>;
}

/** The options of the command that name what is in the sandbox. */
export interface NamedOptions {
  /** Path of the file that keeps the marketplace. Default: it is kept in memory. */
  data?: string | undefined;
  /** Path of a scenario. */
  scenario?: string | undefined;
  seed?: string | undefined;
  'base-path'?: string | undefined;
}

/**
 * Starts the sandbox with what its options name.
 *
 * @param added is there whatever a file has
 * @throws UsageError that names the option or the file, and every mistake in it
 */
export async function startSandbox(
  { data, scenario, seed, 'base-path': basePath }: NamedOptions,
  added: SandboxOptions,
): Promise<RunningSandbox> {
  if (basePath !== undefined) assertUsableBasePath(basePath);
  const options: SandboxOptions = {
    ...added,
    ...(basePath !== undefined && { basePath }),
    ...(seed !== undefined && { seed }),
    ...(scenario !== undefined && {
      scenario: accessFile('scenario', scenario, () => readScenarioFile(scenario)) as Scenario,
    }),
  };
  if (data === undefined) {
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
      seed.endlink_url === undefined
        ? packet.id === seed.id
        : endlinkIn(packet) === seed.endlink_url,
    );
  standIn.loadScenario({
    ...saved,
    clients: [...kept, ...((added.clients ?? []) as typeof clients)],
  });
  for (const seed of (added.packets ?? []).filter((one) => !isThere(one))) {
    const { id, name, client_id, endlink_url, questions = [] } = seed;
    await standIn.addPacket({
      ...{ id, name, clientId: client_id ?? undefined, endlinkUrl: endlink_url },
      questions: questions.filter((question) => typeof question === 'string'),
    });
  }
}

/** Returns the address to which the endlink of a saved packet leads; `undefined` if it has none. */
const endlinkIn = ({ questions = [] }: NonNullable<Scenario['packets']>[number]) =>
  questions
    .map((question) =>
      typeof question === 'object' && 'endlink_url' in question ? question.endlink_url : undefined,
    )
    .find((url) => url !== undefined);
