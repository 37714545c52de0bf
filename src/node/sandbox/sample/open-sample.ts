import type { PacketSeed } from '../../../sandbox/index.ts';
import { listen } from '../../http/listener.ts';
import type { Handler, Listener } from '../../http/listener.ts';
import type { ReadBrowserFile } from '../browser-files.ts';
import { samplePacket, sampleSite } from './sample-site.ts';
import type { SampleService } from './sample-site.ts';

/** The sample survey on an origin of its own: the script tag confirms nothing on the origin of the service. */
export interface OpenedSample {
  listener: Listener;
  /** The packet whose endlink leads to the survey. */
  packet: PacketSeed;
  /** Connects the sample with the sandbox, which has to know the packet first. Until then, each page is answered with 503. */
  serve(service: SampleService): void;
}

/** Opens a free port for the sample. @param hostname the address at which the sandbox listens */
export async function openSample(
  hostname: string,
  readBrowserFile: ReadBrowserFile,
): Promise<OpenedSample> {
  let handler: Handler = () => new Response('Starting.', { status: 503 });
  const listener = await listen((request) => handler(request), { hostname });
  return {
    listener,
    packet: samplePacket(listener.origin),
    serve: (service) => void (handler = sampleSite(service, readBrowserFile)),
  };
}
