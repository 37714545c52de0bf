import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, launch } from '../soak-grants/instances.ts';
import { invalidGrant, withErrors } from '../support/service/answers.ts';
import type { Attack, Stage } from './attack.ts';
import type { Network, PacedFlood, PacedReport } from './flooder.ts';

/** Ten times the default total of a minute, for long enough that a whole minute's calls have passed long before the end. */
const PER_SECOND = 200;
const SECONDS = 20;

/** How often an honest caller comes from a network that was quiet. */
const HONEST_INTERVAL_MS = 500;

/** Each of the floods. */
export const FLOODS: Attack[] = (['relay', 'callback'] as const).flatMap((kind) =>
  (['one /32', '100 /24s', 'ten /64s'] as const).map((network) => ({
    title: `${network} flood the ${kind} with ten times what may come in a minute`,
    variables: { VAULTLINK_RELAY: 'unsaved' },
    isLong: true,
    run: (stage: Stage) => flood(stage, kind, network),
  })),
);

async function flood(stage: Stage, kind: PacedFlood['kind'], network: Network): Promise<string[]> {
  const { address, origin, service } = stage;
  service.outcomeEndpoint.answerEvery((request, processRequest) =>
    request.url.includes('junk-') ? withErrors(422)(request, processRequest) : processRequest(),
  );
  service.tokenEndpoint.answerEvery((request, processRequest) =>
    String(request.body.code).startsWith('junk-')
      ? invalidGrant(request, processRequest)
      : processRequest(),
  );
  const flooder = launch('flooder.ts', [], import.meta.url);
  await once(flooder, 'message');
  const order: PacedFlood = {
    ...{ address, origin, kind, network },
    ...{ perSecond: PER_SECOND, seconds: SECONDS },
  };
  flooder.send(order);
  const report = once(flooder, 'message') as Promise<[PacedReport]>;
  const over = new AbortController();
  const ended = report.finally(() => over.abort());
  for (let index = 0; !over.signal.aborted; index += 1) {
    await callHonestly(stage, kind, index);
    await sleep(HONEST_INTERVAL_MS);
  }
  const [statuses] = await ended;
  await end(flooder);
  const passed = statuses[200] ?? 0;
  return passed ? [`${passed} junk calls were confirmed.`] : [];
}

/** Calls as somebody does from a network that was quiet so far: IPv4 and IPv6 in turn. */
async function callHonestly(
  { browse, noteFailure }: Stage,
  kind: PacedFlood['kind'],
  index: number,
): Promise<void> {
  const address = index % 2 ? `198.${18 + (index % 2)}.${index}.7` : `2a02:${1000 + index}:1::7`;
  const browser = browse({ 'x-forwarded-for': address });
  const answer = await (kind === 'relay'
    ? browser.relay('complete', `seller-${index}`)
    : browser.connect());
  const text = await answer.text();
  const isServed = kind === 'relay' ? answer.status === 200 : answer.status === 303;
  if (!isServed) noteFailure(`${kind} ${answer.status} ${text.slice(0, 80)}`);
}
