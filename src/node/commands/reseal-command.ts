import type { ResealSummary } from '../../bff/index.ts';
import { readEnvironment } from '../config/environment.ts';
import type { BackendSettings } from '../config/environment.ts';
import { assertKept } from '../stores/kept-store.ts';
import { wrap } from '../wrap.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink reseal

Seals with the first key of VAULTLINK_KEYS what older keys have sealed. It reads
the variables of "vaultlink serve", and may run while that does. With
VAULTLINK_SUBJECT_PRIVACY=hash it replaces subjects in the clear by their hashes.

To replace a key without a pause, where several processes share a store, too:
  1. Put the new key second in VAULTLINK_KEYS, and start each process anew.
     Now each can open what the new key will seal.
  2. Put the new key first, and start each process anew.
  3. Run this.
  4. An hour later, take the old key away. Authorizations that were under way
     are sealed as well, and none is kept for longer. Lines of "vaultlink push
     --queue" are, too: wait until the queue holds none that the old key sealed.
     What came of a line stays there for a week.

It ends with code 1 where something does not open.
`;

/** `vaultlink reseal` */
export const reseal: Command = {
  synopsis: 'reseal',
  summary: ['seals with the first key what older keys have sealed'],
  usage: USAGE,
  options: {},
  async run() {
    const settings = readEnvironment(process.env);
    assertKept(settings.store);
    // Other commands go without them.
    const { openStore } = await import('../stores/open-store.ts');
    const { resealAll } = await import('../../bff/index.ts');
    const { keys, deploymentId, subjectPrivacy } = settings.bff;
    const store = await openStore(settings.store);
    try {
      const onProgress = process.stderr.isTTY ? showProgress : undefined;
      const summary = await resealAll(store, keys, {
        deploymentId,
        subjectPrivacy,
        onProgress,
      });
      if (onProgress) process.stderr.write('\r\x1b[K');
      console.log(sentencesOf(summary, settings).join('\n'));
      if (Object.keys(summary.unopened).length) process.exitCode = 1;
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
  return `${counted(total)} ${total === 1 ? 'grant' : 'grants'} looked at`;
};

function showProgress(soFar: ResealSummary): void {
  process.stderr.write(`\r${looked(soFar)}\x1b[K`);
}

/** What came of it, in lines for a person. */
function sentencesOf(summary: ResealSummary, { bff: { keys } }: BackendSettings): string[] {
  const { resealed, current, unopened, unused } = summary;
  const ids = keys.map(({ id }) => id);
  const [firstId = ''] = ids;
  const failures = Object.entries(unopened);
  return [
    looked(summary),
    `${counted(resealed)} re-sealed with key ${firstId}`,
    `${counted(current)} sealed with key ${firstId} before`,
    `${counted(sumOf(failures.map(([, count]) => count)))} do not open`,
    ...failures.flatMap(([keyId, count]) => paragraph(adviceOf(keyId, count, ids))),
    ...unused.flatMap((id) =>
      paragraph(`No grant is sealed with key ${id} any more. It may leave VAULTLINK_KEYS an hour
        after the last process has key ${firstId} in front, when the authorizations that were under
        way then have ended, and when no line that it sealed is in the queue of "vaultlink push
        --queue", which holds what came of one for a week.`),
    ),
  ];
}

function adviceOf(keyId: string, count: number, ring: readonly string[]): string {
  const grants = count === 1 ? '1 grant' : `${count.toLocaleString('en')} grants`;
  return ring.includes(keyId)
    ? `${grants} of key ${keyId} do not open: the key or VAULTLINK_DEPLOYMENT_ID is not what it was
      when they were sealed. Put that right, or their users have to connect again. The key stays.`
    : `${grants} of key ${keyId || '(none)'}, which is not in VAULTLINK_KEYS: put it back, at the end,
      and run this again. Without it, their users have to connect again.`;
}

const paragraph = (text: string): string[] => ['', ...wrap(text)];
