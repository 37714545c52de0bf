/**
 * The service of a run, in a process of its own: the stand-in, whose token endpoint is slow or loses its answer where the faults say so. It reports
 * what it knows when its parent asks. Its argument is the run's folder.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startListeningService } from '../support/service/listening-service.ts';
import { readSetup, SLOW_MS } from './setup.ts';

/** What the service knows when all is over. */
export interface Truth {
  /** How many refreshes were asked for, refused ones included. */
  requests: number;
  /** Grants whose answer was lost on purpose. */
  lostAnswers: number[];
  /** Grants whose answer was late on purpose. */
  slow: number[];
  /** By the id of a process: to which grants it was sent pairs. */
  issuedTo: Record<string, number[]>;
  /** By grant: the numbers of the oldest pair that is valid, and of the newest. */
  pairs: { oldest: number; newest: number }[];
}

const { revokes, faults } = readSetup(process.argv[2] ?? '');
const service = await startListeningService({ revokes });
for (const index of faults.keys()) service.authorizeUser(String(index));

const lostAnswers: number[] = [];
const slow: number[] = [];
const issuedTo: Truth['issuedTo'] = {};
const refreshed = new Set<number>();

service.tokenEndpoint.answerEvery(async ({ user, headers }, processRequest) => {
  const index = Number(user);
  const fault = refreshed.has(index) ? null : faults[index];
  refreshed.add(index);
  const response = processRequest();
  if (!response.ok) return response;
  (issuedTo[String(headers['x-process'])] ??= []).push(index);
  if (fault === 'lost answer') {
    lostAnswers.push(index);
    throw new Error('The answer is lost.');
  }
  if (fault === 'slow') {
    slow.push(index);
    await sleep(SLOW_MS);
  }
  return response;
});

function truth(): Truth {
  const pairs = faults.map((_, index) => {
    const valid = service.validPairsOf(String(index));
    return { oldest: valid[0] ?? 0, newest: valid.at(-1) ?? 0 };
  });
  return { requests: service.tokenEndpoint.requests.length, lostAnswers, slow, issuedTo, pairs };
}

process.on('message', () => process.send?.(truth()));
process.on('disconnect', () => process.exit());
process.send?.(service.origin);
