import type { InFlightWork } from '../in-flight.ts';
import type { Subjects } from '../grants/subjects.ts';
import type { Grants } from '../stores/store.ts';
import { sleep } from '../sleep.ts';
import { concurrently } from './concurrently.ts';
import type { Items, FreeSlot } from './concurrently.ts';
import { createGrantsOfSubjects } from './grants-of-subjects.ts';
import { settingsOf } from './push-many-options.ts';
import type { PushItem, PushManyOptions, PushResult } from './push-many-options.ts';
import { createOutage, GRANTS_IN_A_ROW } from './outage.ts';
import { createPauseGate } from './pause-gate.ts';
import type { RunTime } from './pause-gate.ts';
import { pushItem } from './push-item.ts';
import type { PushPorts } from './push-one.ts';

const RUNTIME: RunTime = { now: () => performance.now(), sleep, random: () => Math.random() };

/** Ports that a run uses. */
interface PushManyPorts extends PushPorts {
  store: Pick<Grants, 'findGrantOfSubject'>;
  subjects: Subjects;
  inFlight: Pick<InFlightWork, 'add'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
}

/** The environment of a run. */
interface RunEnvironment {
  /** Aborted when the backend closes. */
  closing: AbortSignal;
  /** Default: the clock of the runtime. */
  time?: RunTime;
}

/**
 * Pushes items concurrently; see `VaultBff.pushMany`.
 *
 * @throws VaultError `configuration_error` if an option is out of range
 */
export function pushMany<Item extends PushItem>(
  ports: PushManyPorts,
  items: Items<Item>,
  options: PushManyOptions | undefined,
  { closing, time = RUNTIME }: RunEnvironment,
): AsyncGenerator<PushResult<Item>, void, undefined> {
  const settings = settingsOf(options ?? {});
  const { concurrency, timeoutMs, outageTimeoutMs } = settings;
  // Detecting an outage takes several grants. With a lower concurrency, further pushes start while others wait for the decision.
  const maxInFlight = Math.max(concurrency, GRANTS_IN_A_ROW);
  const { gate = createPauseGate(time), onOutage = () => undefined } = options ?? {};
  const shared = {
    ports,
    settings,
    time,
    gate,
    grants: createGrantsOfSubjects(ports.store, ports.subjects, ports.now, time.now),
    outage: createOutage({
      ...{ time, gate, concurrency, maxInFlight },
      timeoutMs: outageTimeoutMs,
      onChange: onOutage,
    }),
  };

  const push = (item: Item, signal: AbortSignal, freeSlot: FreeSlot): Promise<PushResult<Item>> =>
    ports.inFlight.add(pushItem({ ...shared, signal, freeSlot }, item));

  return (async function* () {
    const over = new AbortController();
    const stoppers = [over.signal, closing];
    const signal = AbortSignal.any(options?.signal ? [...stoppers, options.signal] : stoppers);
    if (timeoutMs !== undefined) {
      void time.sleep(timeoutMs, over.signal).then(() => over.abort());
    }
    try {
      for await (const result of concurrently(items, push, { concurrency, maxInFlight, signal })) {
        const isOver = !result.ok && result.haltedBy === 'service';
        if (isOver && !options?.outlastsOutage) over.abort();
        yield result;
      }
    } finally {
      over.abort();
    }
  })();
}
