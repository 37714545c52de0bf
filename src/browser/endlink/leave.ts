import { isServiceUrl, outcomeUrl } from '../../protocol/endlink.ts';
import { isDryRun, outcomeOf } from './options.ts';
import type { EndlinkEngine } from './parts.ts';

/**
 * Sends what is locked, because the page is being left before the part that reports was here: the page that comes next may not have the script
 * tag. As with an attempt of that part, the record is written first, and the next page asks again.
 *
 * @see interface §4.4
 */
export function sendLocked({ options, page, readRecord, writeRecord }: EndlinkEngine): void {
  const { baseUrl = '' } = options;
  if (!page.isSeen || isDryRun(options) || !isServiceUrl(baseUrl)) return;
  const current = readRecord();
  for (let record = current; record; record = record.previous) {
    const outcome = outcomeOf(options, record.outcome);
    if (!outcome || record.attempts || (record.via || options.via) === 'relay') continue;
    Object.assign(record, { attempts: 1, ambiguous: true });
    writeRecord(current!);
    try {
      const url = outcomeUrl(baseUrl, outcome, record.token);
      fetch(url, {
        keepalive: true,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      }).catch(() => undefined);
    } catch {
      // The token makes no URL.
    }
  }
}
