/**
 * How long to wait before the next attempt: what the service asked for, up to an hour; else twice as long each time, up to a
 * quarter of an hour, half of it random, so that many sellers do not come back at once.
 *
 * @param attempt how many attempts there were, from 1
 * @param retryAfter the header of that name; nonsense and the past say nothing
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryDelayMs(attempt: number, retryAfter: string | null | undefined): number {
  const askedMs = (retryAfter as never) * 1000 || Date.parse(retryAfter!) - Date.now();
  return askedMs > 0 && askedMs <= 3_600_000
    ? askedMs
    : Math.min(2 ** attempt, 900) * (Math.random() + 1) * 500;
}
