/** Sends a flood from a process of its own, each call as soon as the one before is answered, over 32 connections. Ends with its parent. */
import { Agent } from 'undici';
import { anonymousConnect, junkCall } from './junk.ts';

/** What to send. */
export interface Flood {
  address: string;
  /** The origin that the backend has for browsers. */
  origin: string;
  kind: 'connect' | 'junk';
  count: number;
}

/** How many calls were answered, by their status; those that were not count as `0`. */
export type FloodReport = Record<number, number>;

const CONNECTIONS = 32;
const agent = new Agent({ connections: CONNECTIONS });

async function send({ address, origin, kind, count }: Flood): Promise<FloodReport> {
  const report: FloodReport = {};
  let next = 0;
  const connection = async () => {
    while (next < count) {
      const index = next++;
      const call = kind === 'connect' ? anonymousConnect() : junkCall(index, origin);
      let status = 0;
      try {
        const answer = await agent.request({ origin: address, ...call });
        await answer.body.dump();
        status = answer.statusCode;
      } catch {
        // Counted as not answered.
      }
      report[status] = (report[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return report;
}

process.on('message', (flood: Flood) => {
  void send(flood).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
