import type { EndlinkEngine } from './parts.ts';
import { withSpendGuard } from './spend-guard.ts';

/**
 * Takes over what became of the token while this page was away. Firefox shows a page out of its back/forward cache the sessionStorage that
 * the page left, not what later pages of the tab wrote; what they know of the token is in localStorage, too.
 *
 * @see https://github.com/whatwg/storage/issues/119
 */
export async function catchUp(engine: EndlinkEngine): Promise<void> {
  const token = engine.token()!;
  await withSpendGuard(token, (mark) => {
    const current = engine.record()!;
    if (current.token === token && !current.outcome)
      engine.record({ ...current, ...mark(), token });
    return Promise.resolve();
  });
  const { outcome, via = engine.options.via } = engine.record()!;
  // It is shown, and goes on unless it is at its end.
  if (outcome) await engine.report(outcome, { via: via === 'relay' ? via : 'fetch' });
}
