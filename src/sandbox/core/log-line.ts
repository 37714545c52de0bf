import { isOpening } from './request-log.ts';
import type { LogEntry, LoggedRequest } from './request-log.ts';

/** Returns an entry of the log as one line for a terminal, with the time in UTC. Replaces control characters, which could steer the terminal. */
export function logLine(entry: LogEntry): string {
  const line = `${entry.at.slice(11, 19)} ${isOpening(entry) ? entry.reason : requestText(entry)}`;
  return line.replaceAll(/\p{Cc}/gu, '�');
}

function requestText({ number, method, path, status, reason }: LoggedRequest): string {
  const answer = status === 0 ? 'cut off' : String(status);
  return `#${number} ${method} ${path} ${answer}${reason === null ? '' : `: ${reason}`}`;
}
