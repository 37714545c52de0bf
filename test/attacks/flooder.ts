/** Sends calls at an even pace from a process of its own, each with an address of its own. Ends with its parent. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../node/browser.ts';

/** What to send. */
export interface PacedFlood {
  address: string;
  /** The origin that the backend has for browsers. */
  origin: string;
  /** `relay` reports outcomes of tokens that are none, `callback` ends flows with codes that are none. */
  kind: 'relay' | 'callback';
  /** Whose addresses the calls have. */
  network: Network;
  perSecond: number;
  seconds: number;
}

/** `one /32` of IPv6, `100 /24s` of IPv4 with ten addresses each, or `ten /64s` of IPv6 in ten networks. */
export type Network = 'one /32' | '100 /24s' | 'ten /64s';

/** How many calls were answered, by their status. */
export type PacedReport = Record<number, number>;

const hex = () => randomInt(0x10000).toString(16);

const ADDRESSES: Record<Network, () => string> = {
  'one /32': () => `2001:db8:${hex()}:${hex()}:${hex()}:${hex()}:${hex()}:${hex()}`,
  '100 /24s': () => `10.${randomInt(10)}.${randomInt(10)}.${1 + randomInt(10)}`,
  'ten /64s': () => `2a00:${1000 + randomInt(10)}:1:1:${hex()}:${hex()}:${hex()}:${hex()}`,
};

async function call({ address, origin, kind, network }: PacedFlood): Promise<number> {
  const browser = openBrowser(address, origin, { 'x-forwarded-for': ADDRESSES[network]() });
  const answer = await (kind === 'relay'
    ? browser.relay('complete', `junk-${hex()}${hex()}${hex()}`)
    : browser.connect({}, `junk-${hex()}`));
  await answer.text();
  return answer.status;
}

async function send(flood: PacedFlood): Promise<PacedReport> {
  const report: PacedReport = {};
  const calls: Promise<void>[] = [];
  const startedMs = performance.now();
  const count = flood.perSecond * flood.seconds;
  for (let index = 0; index < count; index += 1) {
    const dueMs = startedMs + (index * 1000) / flood.perSecond;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    calls.push(
      call(flood).then(
        (status) => void (report[status] = (report[status] ?? 0) + 1),
        () => void (report[0] = (report[0] ?? 0) + 1),
      ),
    );
  }
  await Promise.all(calls);
  return report;
}

process.on('message', (flood: PacedFlood) => {
  void send(flood).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
