import type { Observations, SeenService } from '../../check/index.ts';

/** Finds out what can be reached at an origin. */
export type ProbeService = (origin: string) => Promise<SeenService>;

/** Connections to the servers that the pages of a visit report to. They run beside the visit. */
export interface ServiceProbes {
  /** Connects to each server that is new. */
  start(seen: Pick<Observations, 'pages' | 'reports'>): void;
  /** Waits for the results. */
  results(): Promise<SeenService[]>;
}

/** Creates the probes of one visit. */
export function createServiceProbes(probeService: ProbeService): ServiceProbes {
  const probes = new Map<string, Promise<SeenService>>();
  return {
    start(seen) {
      for (const origin of serversOf(seen))
        if (!probes.has(origin)) probes.set(origin, probeService(origin));
    },
    results: () => Promise.all(probes.values()),
  };
}

/** Returns the origins of the base URLs, and of relays on another origin than all pages. The origin of a page can be reached. */
function serversOf({ pages, reports }: Pick<Observations, 'pages' | 'reports'>): string[] {
  const isOfPage = (origin: string) =>
    pages.some(({ address }) => new URL(address).origin === origin);
  const relays = reports
    .filter(({ way }) => way === 'relay')
    .map(({ address }) => new URL(address).origin)
    .filter((origin) => !isOfPage(origin));
  const services = pages
    .filter(({ via }) => via !== 'relay')
    .flatMap(({ serviceOrigin }) => serviceOrigin ?? []);
  return [...services, ...relays];
}
