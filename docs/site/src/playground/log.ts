import type { LoggedRequest } from '../../../../src/sandbox/index.ts';
import { describeRequest } from './sentences.ts';
import type { Sentence } from './sentences.ts';

/** Who did something. */
type Actor = 'You' | 'Seller' | 'Tag' | 'Tag, tab 2' | 'Console' | 'Network' | 'Service';

/** One line of the log. */
export interface LogEntry extends Sentence {
  id: number;
  actor: Actor;
  /** The request that the line is about, as the service has it on record. */
  request?: LoggedRequest;
}

/** What happened, oldest first. */
export interface Log {
  add(actor: Actor, sentence: Sentence | undefined): void;
  /** Adds the requests that are new, and completes those that have been answered since. */
  merge(requests: readonly LoggedRequest[]): void;
  entries(): readonly LogEntry[];
  clear(): void;
}

/** An empty log. */
export function createLog(): Log {
  let entries: LogEntry[] = [];
  let count = 0;

  return {
    add(actor, sentence) {
      if (sentence) entries.push({ ...sentence, actor, id: (count += 1) });
    },
    merge(requests) {
      for (const request of requests) {
        const sentence = describeRequest(request, requests);
        const index = entries.findIndex((entry) => entry.request?.number === request.number);
        const id = entries[index]?.id ?? (count += 1);
        const entry: LogEntry = { ...sentence, actor: 'Service', id, request };
        if (index < 0) entries.push(entry);
        else entries[index] = entry;
      }
    },
    entries: () => entries,
    clear() {
      entries = [];
    },
  };
}
