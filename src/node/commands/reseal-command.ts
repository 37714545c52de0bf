import type { ResealCounts, ResealSummary, Store } from '../../bff/index.ts';
import { wrap } from '../../findings/index.ts';
import { readEnvironment, type BackendSettings } from '../config/environment.ts';
import { assertReadableStore } from '../stores/kept-store.ts';
import type { Command } from './command.ts';
import { linePrinter, type Output } from './context.ts';

const USAGE = `Usage: vaultlink reseal

Seals all grants of older keys with the first key of VAULTLINK_KEYS, and all
outcomes that the relay has stored. It reads the variables of "vaultlink serve",
and you can run it while the backend runs. With VAULTLINK_SUBJECT_PRIVACY=hash
it replaces plain subjects by their hashes.

To replace a key without downtime, with any number of processes:
  1. Add the new key as the second one of VAULTLINK_KEYS, and restart each
     process. Each process can now open what the new key will seal.
  2. Move the new key to the first place, and restart each process.
  3. Run this command.
  4. Remove the old key after an hour. Until then, authorization flows in
     progress may need it. Lines in the queue of "vaultlink push --queue" need
     it too: wait until the queue holds none that the old key has sealed. The
     queue keeps the result of a line for a week.

The exit code is 1 if a grant or an outcome does not open.
`;

/** `vaultlink reseal` */
export const reseal: Command = {
  synopsis: 'reseal',
  summary: ['seals the grants and outcomes of older keys with the first key'],
  usage: USAGE,
  options: {},
  async run(_, { env, stdout, stderr }) {
    const settings = readEnvironment(env);
    assertReadableStore(settings.store);
    if (settings.outbox) assertReadableStore(settings.outbox, 'VAULTLINK_OUTBOX');
    // Imported here, so that other commands do not load these modules.
    const { openStore } = await import('../stores/open-store.ts');
    const { resealAll } = await import('../../bff/index.ts');
    const { keys, deploymentId, subjectPrivacy } = settings.bff;
    const store = await openStore(settings.store);
    let outboxStore: Store | undefined;
    try {
      if (settings.outbox)
        outboxStore = await openStore(settings.outbox, undefined, 'VAULTLINK_OUTBOX');
      const onProgress = stderr.isTTY ? progressOn(stderr) : undefined;
      const summary = await resealAll(store, keys, {
        deploymentId,
        subjectPrivacy,
        outbox: outboxStore?.outbox,
        onProgress,
      });
      if (onProgress) stderr.write('\r\x1b[K');
      linePrinter(stdout)(sentencesOf(summary, settings).join('\n'));
      return unopenedIn(summary) + unopenedIn(summary.outcomes) ? 1 : 0;
    } finally {
      await outboxStore?.close();
      await store.close();
    }
  },
};

/** Words for one kind of sealed text. */
interface Kind {
  one: string;
  many: string;
  /** Clause about the consequence if the texts cannot be opened. */
  loss: string;
}

const GRANTS: Kind = { one: 'grant', many: 'grants', loss: 'their users must connect again' };
const OUTCOMES: Kind = { one: 'outcome', many: 'outcomes', loss: 'they are lost' };

const unopenedIn = ({ unopened }: ResealCounts) =>
  Object.values(unopened).reduce((sum, one) => sum + one, 0);

const totalOf = (counts: ResealCounts) => counts.resealed + counts.current + unopenedIn(counts);

const counted = (count: number) => count.toLocaleString('en').padStart(11);

const looked = (counts: ResealCounts, { one, many }: Kind) => {
  const total = totalOf(counts);
  return `${counted(total)} ${total === 1 ? one : many} checked`;
};

const progressOn = (output: Output) => (soFar: ResealSummary) => {
  const { outcomes } = soFar;
  const progress = totalOf(outcomes) ? looked(outcomes, OUTCOMES) : looked(soFar, GRANTS);
  output.write(`\r${progress}\x1b[K`);
};

/** Formats the summary for a person. */
function sentencesOf(summary: ResealSummary, { bff: { keys } }: BackendSettings): string[] {
  const { outcomes, unused } = summary;
  const ids = keys.map(({ id }) => id);
  const [firstId = ''] = ids;
  return [
    ...sentencesOfCounts(summary, GRANTS, ids),
    ...(totalOf(outcomes) ? ['', ...sentencesOfCounts(outcomes, OUTCOMES, ids)] : []),
    ...unused.flatMap((id) =>
      paragraph(`No grant and no outcome uses key ${id} any more. You can remove it from VAULTLINK_KEYS an hour after the
        last process has started with key ${firstId} in the first place. If you use "vaultlink push
        --queue", also wait until the queue holds no line that the key has sealed. The queue keeps
        the result of a line for a week.`),
    ),
  ];
}

function sentencesOfCounts(counts: ResealCounts, kind: Kind, ring: readonly string[]): string[] {
  const [firstId = ''] = ring;
  return [
    looked(counts, kind),
    `${counted(counts.resealed)} re-sealed with key ${firstId}`,
    `${counted(counts.current)} already sealed with key ${firstId}`,
    `${counted(unopenedIn(counts))} do not open`,
    ...Object.entries(counts.unopened).flatMap(([keyId, count]) =>
      paragraph(adviceOf(keyId, count, kind, ring)),
    ),
  ];
}

function adviceOf(
  keyId: string,
  count: number,
  { one, many, loss }: Kind,
  ring: readonly string[],
): string {
  const isOne = count === 1;
  const texts = isOne ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;
  const fail = isOne ? 'does not open' : 'do not open';
  return ring.includes(keyId)
    ? `${texts} of key ${keyId} ${fail}, because the key or VAULTLINK_DEPLOYMENT_ID has changed
      since they were sealed. Restore it. Otherwise ${loss}. Keep the key.`
    : `${texts} of key ${keyId || '(none)'} ${fail}, because the key is not in VAULTLINK_KEYS. Add
      it at the end, and run this command again. Without it, ${loss}.`;
}

const paragraph = (text: string): string[] => ['', ...wrap(text)];
