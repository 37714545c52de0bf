import type { SandboxCore } from '../core/core.ts';
import { Refused } from './refused.ts';

/**
 * Makes an act that destroys something, so that the next `undo` restores everything from before it, the log too. A refused act destroys nothing.
 *
 * @param what the act as a sentence without its dot, such as `Deleted packet Breakfast`
 */
export function undoably<Result>(
  core: SandboxCore,
  what: string,
  act: () => Result | Refused,
): Result | Refused {
  const restore = core.snapshot();
  const result = act();
  if (!(result instanceof Refused)) {
    const lastNumber = core.log.lastNumber();
    core.undoable = restore && { what, restore, lastNumber };
    core.emitChange('state');
  }
  return result;
}

/** Restores everything from before the last act that destroyed something. Forgets what came after it. */
export function undo(core: SandboxCore): void {
  core.undoable?.restore();
  dismissUndo(core);
}

/** Keeps what the last act destroyed from being restored. */
export function dismissUndo(core: SandboxCore): void {
  core.undoable = undefined;
  core.emitChange('state');
}
