import { isOpen, left, settle } from './life.ts';
import { isOutcome } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from './parts.ts';
import type { EndlinkRecord } from './record.ts';
import { whenSeen } from './seen.ts';
import { send } from './send.ts';
import { withSpendGuard } from './spend-guard.ts';

/**
 * Reports the tokens that had landed in this tab before the current one and were not at the end of their report: one attempt a page each.
 *
 * @see interface §1.5: an outcome that is lost is not paid
 */
export async function reportPrevious(engine: EndlinkEngine): Promise<void> {
  await whenSeen;
  const { options, load } = engine;
  const open: EndlinkRecord[] = [];
  for (let one = engine.record()?.previous; one; one = one.previous)
    if (one.token && isOutcome(one.outcome) && isOpen(one)) open.push(one);
  for (const record of open) {
    await withSpendGuard(record.token, async (mark) => {
      Object.assign(record, mark(), { token: record.token });
      if (!isOpen(record)) return;
      const attempted = { ...record, ...left(record) };
      mark(withoutToken(attempted));
      const { via = options.via } = record;
      const answer = await send(options, load, record, via === 'relay' ? via : 'fetch');
      Object.assign(record, attempted, settle(answer, record.ambiguous));
      mark(withoutToken(record));
    });
  }
  keep(engine, open.filter(isOpen));
}

const withoutToken = (record: EndlinkRecord) => ({
  ...record,
  body: undefined,
  token: undefined,
  query: undefined,
  previous: undefined,
});

/** Leaves only those behind the current record that are still to be reported. */
function keep(engine: EndlinkEngine, open: EndlinkRecord[]): void {
  const current = engine.record();
  const previous = open.reduceRight<EndlinkRecord | undefined>(
    (older, record) => ({ ...record, previous: older }),
    undefined,
  );
  if (current) engine.record({ ...current, previous });
}
