/**
 * The self-check panel: shows a developer what the tag knows about its page, and tells it to the sandbox. It never contains the token.
 *
 * @module
 */
import type { EndlinkEngine, Parts } from '../endlink/parts.ts';
import { describeSelfCheck, textOf } from './describe.ts';
import { createPanel } from './panel.ts';
import { checkParts, createSelfCheck } from './collect-self-check.ts';

/** The age of the token changes without an event. */
const REFRESH_MS = 15_000;

/** Shows the panel on this page, and returns what tells its facts. */
export function start(engine: EndlinkEngine): Parts['debug'] {
  const selfCheck = createSelfCheck(engine);
  const panel = createPanel(() => textOf(selfCheck()));
  let last = '';
  const update = () => {
    const check = selfCheck();
    panel.show(describeSelfCheck(check), check.page.isDryRun);
    const text = JSON.stringify(check);
    if (text === last) return;
    last = text;
    document.dispatchEvent(new CustomEvent('vaultlink-self-check', { detail: check }));
    tellOpener(engine, check);
  };
  engine.subscribe(update);
  engine.page.onProblem = update;
  void checkParts().then((parts) => {
    selfCheck.parts = parts;
    update();
  });
  new PerformanceObserver(update).observe({ type: 'resource' });
  document.addEventListener('securitypolicyviolation', update);
  for (const event of ['popstate', 'pageshow', 'load']) addEventListener(event, update);
  setInterval(update, REFRESH_MS);
  return { selfCheck };
}

/** Tells the sandbox, if its console has opened this tab. Nobody else receives the message. */
function tellOpener({ options }: EndlinkEngine, detail: unknown): void {
  try {
    const { origin } = new URL(options.baseUrl ?? '');
    (opener as Window | null)?.postMessage({ type: 'vaultlink-self-check', detail }, origin);
  } catch {
    // There is no service address yet.
  }
}
