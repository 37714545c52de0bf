import { listen } from 'vaultlink/node';
import { standInService } from './stand-in-service.ts';
import type { StandInOptions } from './stand-in-service.ts';

/** Starts the stand-in for the service on a free port of this machine, for programs that a test starts. */
export async function startListeningService(options: StandInOptions = {}) {
  const service = standInService(options);
  const listener = await listen(service.answer);
  return { ...service, origin: listener.origin, close: () => listener.close() };
}

export type ListeningService = Awaited<ReturnType<typeof startListeningService>>;
