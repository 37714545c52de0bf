/**
 * The part for pages on which a token waits for its outcome: it is carried on, filled in, and watched until it expires.
 *
 * @module
 */
import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { carryIntoFrames, carryOnNavigation } from './carry.ts';
import { catchUp } from './catch-up.ts';
import type { EndlinkEngine } from './parts.ts';
import { fill } from './fill.ts';
import { reportPrevious } from './previous.ts';
import { pruneMarks } from './spend-guard.ts';

const LIFETIME_MS = TOKEN_LIFETIME_SECONDS * 1000;

/** How long before its end a waiting token is announced as expiring. */
const EXPIRING_NOTICE_MS = 300_000;

const engine = window.vaultlink as EndlinkEngine;
const { options } = engine;
const record = engine.record();

if (record) {
  // Where storage is blocked, only the address can take the token to the next page.
  if (record.inMemory) options.carry = `${options.carry ?? ''} ${location.host}`;
  if (options.carry) carryOnNavigation(engine);
  const look = () => {
    fill(engine);
    if (options.carry) carryIntoFrames(engine);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();

  atAge(LIFETIME_MS - EXPIRING_NOTICE_MS, () => tell('endlink-expiring'));
  atAge(LIFETIME_MS, () => {
    engine.record({ ...engine.record()!, state: 'expired' });
    tell('vaultlink-change');
  });

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !options.test) void catchUp(engine);
  });

  // Before it is needed.
  if (options.via === 'relay') void engine.load('relay');
  pruneMarks();
  if (!options.test) void reportPrevious(engine);
}

/** Calls `run` when the token has reached an age, if it is the same one and still waits. */
function atAge(ageMs: number, run: () => void): void {
  const { token, capturedAtMs } = record!;
  setTimeout(
    () => {
      if (engine.token() === token && engine.state().state === 'waiting') run();
    },
    capturedAtMs + ageMs - Date.now(),
  );
}

function tell(type: string): void {
  const target = engine.target ?? document;
  const detail = engine.state();
  target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}
