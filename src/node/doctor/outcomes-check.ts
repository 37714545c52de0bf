import type { Outbox, OutboxQuery, Store } from '../../bff/index.ts';
import { messageOf } from '../../bff/operating.ts';
import { failed, notChecked, ok, warning, type CheckResult } from '../../findings/index.ts';
import { isVaultError } from '../../protocol/index.ts';
import type { ServeSettings } from '../config/environment.ts';
import { countedAs } from '../counted.ts';
import type { Check, Connections } from './check.ts';
import { queryStore, resultOfUnreadable } from './store-check.ts';

/** A process takes an outcome that is due within seconds. After this time, none runs. */
const OVERDUE_MS = 600_000;

const DAY_MS = 86_400_000;

/** An outcome is settled at most so long after it was accepted: the hour of its token, the last request, and time to spare. */
const MAX_OPEN_MS = 2 * 3_600_000;

/** Outcomes that are counted at most. */
const MAX_COUNTED = 1000;

/** Names the variable of the store that keeps the outcomes. */
const variableOf = ({ outbox }: ServeSettings) => (outbox ? 'VAULTLINK_OUTBOX' : 'VAULTLINK_STORE');

/** Checks whether the outcomes have a durable store, and whether it can be used. */
export const outboxReached: Check = {
  id: 'outbox',
  group: 'Outcomes',
  title: 'Kept',
  async run({ settings, connections }) {
    const { bff, store, outbox } = settings;
    const keeper = outbox ?? store;
    if (keeper.kind === 'memory' || keeper.kind === 'redis') {
      return resultWithoutOutbox(bff.relay, keeper.kind);
    }
    const unseen = resultOfUnreadable(keeper, variableOf(settings));
    if (unseen) return unseen;
    try {
      await queryOutbox(connections, async (kept) => kept.nextDueAtMs('outcome'));
    } catch (error) {
      return failed(
        `The outcomes in ${variableOf(settings)} cannot be read: ${messageOf(error).replace(/\.?$/, '.')}`,
        isVaultError(error)
          ? 'Run "vaultlink migrate" with the version of the backend.'
          : `Check ${variableOf(settings)}. Check that the store is running and reachable from this machine. If it lacks tables, run "vaultlink migrate".`,
      );
    }
    return ok(`The ${keeper.kind} store of ${variableOf(settings)} keeps the outcomes.`);
  },
};

function resultWithoutOutbox(
  relay: ServeSettings['bff']['relay'],
  kind: 'memory' | 'redis',
): CheckResult {
  const place = kind === 'redis' ? 'Redis, which keeps no outcomes' : 'memory';
  if (relay === true) {
    return failed(
      `The relay cannot start, because it would lose outcomes: VAULTLINK_STORE is ${place}.`,
      'Set VAULTLINK_OUTBOX to sqlite:PATH or postgres://USER@HOST/DATABASE. To accept that outcomes can be lost, set VAULTLINK_RELAY to unsaved.',
    );
  }
  if (relay === 'unsaved') {
    return notChecked(
      'The outcomes are in the memory of the running backend (VAULTLINK_RELAY=unsaved), which this command cannot read. They are lost when it ends.',
    );
  }
  return notChecked('The relay is off, and no store keeps outcomes.');
}

/** Runs a query on the outbox. @throws NoResponseError */
const queryOutbox = <T>(
  connections: Connections,
  work: (outbox: Outbox) => T | Promise<T>,
): Promise<T> =>
  queryStore(
    connections,
    async ({ outbox }: Store) => {
      if (!outbox) throw new Error('it keeps no outcomes');
      return work(outbox);
    },
    'outbox',
  );

/** Checks whether some process delivers the outcomes that are due. */
export const outcomesDelivered: Check = {
  id: 'deliveries',
  group: 'Outcomes',
  title: 'Delivered',
  needs: ['outbox'],
  async run({ connections }) {
    const dueAtMs = await queryOutbox(connections, (outbox) => outbox.nextDueAtMs('outcome'));
    if (dueAtMs === undefined) return ok('No outcome waits.');
    const lateMs = connections.now() - dueAtMs;
    if (lateMs <= OVERDUE_MS) return ok('The outcomes that wait are not due for long.');
    return failed(
      `Nobody delivers the outcomes: one is due for ${countedAs(Math.floor(lateMs / 60_000), 'minute')}.`,
      'Start "vaultlink serve" with this outbox. In your own server, call bff.outcomes.run() in each process, or bff.outcomes.deliverDue() every minute. "vaultlink outcomes list --state open" shows what waits.',
    );
  },
};

/** Reports outcomes of the last day that were not delivered. */
export const outcomesLost: Check = {
  id: 'undelivered',
  group: 'Outcomes',
  title: 'Not delivered',
  needs: ['outbox'],
  async run({ connections }) {
    const sinceMs = connections.now() - DAY_MS;
    const query: OutboxQuery = {
      kind: 'outcome',
      states: ['undelivered'],
      sinceMs: sinceMs - MAX_OPEN_MS,
      limit: MAX_COUNTED,
    };
    const rows = await queryOutbox(connections, (outbox) => outbox.list(query));
    const { length } = rows.filter(({ settledAtMs = 0 }) => settledAtMs >= sinceMs);
    if (!length) return ok('None of the last day.');
    const least = rows.length === MAX_COUNTED ? 'At least ' : '';
    const were = length === 1 ? 'was' : 'were';
    return warning(
      `${least}${countedAs(length, 'outcome')} of the last day ${were} not delivered. The sellers may not have been paid.`,
      '"vaultlink outcomes list --state undelivered" names them, and says why.',
    );
  },
};
