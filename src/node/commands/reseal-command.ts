import type { ResealSummary } from '../../bff/index.ts';
import { wrap } from '../../findings/index.ts';
import { readEnvironment, type BackendSettings } from '../config/environment.ts';
import { assertReadableStore } from '../stores/kept-store.ts';
import type { Command } from './command.ts';
import { linePrinter, type Output } from './context.ts';

const USAGE = `Usage: vaultlink reseal

Seals all grants of older keys with the first key of VAULTLINK_KEYS. It reads the
variables of "vaultlink serve", and you can run it while the backend runs. With
VAULTLINK_SUBJECT_PRIVACY=hash it replaces plain subjects by their hashes.

To replace a key without downtime, with any number of processes:
  1. Add the new key as the second one of VAULTLINK_KEYS, and restart each
     process. Each process can now open what the new key will seal.
  2. Move the new key to the first place, and restart each process.
  3. Run this command.
  4. Remove the old key after an hour. Until then, authorization flows in
     progress may need it. Lines in the queue of "vaultlink push --queue" need
     it too: wait until the queue holds none that the old key has sealed. The
     queue keeps the result of a line for a week.

The exit code is 1 if a grant does not open.
`;

/** `vaultlink reseal` */
export const reseal: Command = {
  synopsis: 'reseal',
  summary: ['seals the grants of older keys with the first key'],
  usage: USAGE,
  options: {},
  async run(_, { env, stdout, stderr }) {
    const settings = readEnvironment(env);
    assertReadableStore(settings.store);
    // Imported here, so that other commands do not load these modules.
    const { openStore } = await import('../stores/open-store.ts');
    const { resealAll } = await import('../../bff/index.ts');
    const { keys, deploymentId, subjectPrivacy } = settings.bff;
    const store = await openStore(settings.store);
    try {
      const onProgress = stderr.isTTY ? progressOn(stderr) : undefined;
      const summary = await resealAll(store, keys, {
        deploymentId,
        subjectPrivacy,
        onProgress,
      });
      if (onProgress) stderr.write('\r\x1b[K');
      linePrinter(stdout)(sentencesOf(summary, settings).join('\n'));
      return Object.keys(summary.unopened).length ? 1 : 0;
    } finally {
      await store.close();
    }
  },
};

const totalOf = ({ resealed, current, unopened }: ResealSummary) =>
  resealed + current + sumOf(Object.values(unopened));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

const counted = (count: number) => count.toLocaleString('en').padStart(11);

const looked = (summary: ResealSummary) => {
  const total = totalOf(summary);
  return `${counted(total)} ${total === 1 ? 'grant' : 'grants'} checked`;
};

const progressOn = (output: Output) => (soFar: ResealSummary) => {
  output.write(`\r${looked(soFar)}\x1b[K`);
};

/** Formats the summary for a person. */
function sentencesOf(summary: ResealSummary, { bff: { keys } }: BackendSettings): string[] {
  const { resealed, current, unopened, unused } = summary;
  const ids = keys.map(({ id }) => id);
  const [firstId = ''] = ids;
  const failures = Object.entries(unopened);
  return [
    looked(summary),
    `${counted(resealed)} re-sealed with key ${firstId}`,
    `${counted(current)} already sealed with key ${firstId}`,
    `${counted(sumOf(failures.map(([, count]) => count)))} do not open`,
    ...failures.flatMap(([keyId, count]) => paragraph(adviceOf(keyId, count, ids))),
    ...unused.flatMap((id) =>
      paragraph(`No grant uses key ${id} any more. You can remove it from VAULTLINK_KEYS an hour after the
        last process has started with key ${firstId} in the first place. If you use "vaultlink push
        --queue", also wait until the queue holds no line that the key has sealed. The queue keeps
        the result of a line for a week.`),
    ),
  ];
}

function adviceOf(keyId: string, count: number, ring: readonly string[]): string {
  const isOne = count === 1;
  const grants = isOne ? '1 grant' : `${count.toLocaleString('en')} grants`;
  const fail = isOne ? 'does not open' : 'do not open';
  return ring.includes(keyId)
    ? `${grants} of key ${keyId} ${fail}, because the key or VAULTLINK_DEPLOYMENT_ID has changed
      since they were sealed. Restore it. Otherwise their users must connect again. Keep the key.`
    : `${grants} of key ${keyId || '(none)'} ${fail}, because the key is not in VAULTLINK_KEYS. Add
      it at the end, and run this command again. Without it, their users must connect again.`;
}

const paragraph = (text: string): string[] => ['', ...wrap(text)];
