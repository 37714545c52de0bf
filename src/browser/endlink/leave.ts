import { isServiceUrl, outcomeUrl } from '../../protocol/endlink.ts';
import { outcomeOf } from './options.ts';
import type { EndlinkEngine } from './parts.ts';

/**
 * Sends what is locked, because the page is being left before the part that reports was here: the page that comes next may not have the script
 * tag. As with an attempt of that part, the record is written first, and the next page asks again.
 *
 * @see interface §4.4
 */
export function sendLocked({ options, page, readRecord, writeRecord }: EndlinkEngine): void {
  const record = readRecord();
  const outcome = outcomeOf(options, record?.outcome);
  const { baseUrl = '', test, via } = options;
  const isSendable =
    outcome && !record!.attempts && (record!.via || via) !== 'relay' && isServiceUrl(baseUrl);
  if (!isSendable || test || !page.isSeen) return;
  writeRecord({ ...record!, attempts: 1, ambiguous: true });
  try {
    const url = outcomeUrl(baseUrl, outcome, record!.token);
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
