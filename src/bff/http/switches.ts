import { VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import type { SwitchName } from '../config/settings.ts';
import { errorReply } from './replies.ts';

const VARIABLE_OF: Readonly<Record<SwitchName, string>> = {
  relay: 'VAULTLINK_RELAY',
  hook: 'VAULTLINK_HOOK',
};

/**
 * Answers a call that is off. Says how to switch it on, which nobody but the operator can do.
 *
 * The operator is told too, but once: a page calls again and again, and a stranger could fill the log.
 *
 * @param where the call, as in `VaultEvent`
 */
export function refuseWhileOff(
  { toldOff, tell }: WebBackend,
  name: SwitchName,
  where: string,
): Response {
  const remedy = `set the option ${name} of the backend to true, or ${VARIABLE_OF[name]} to on`;
  if (!toldOff.has(name)) {
    toldOff.add(name);
    const detail = `Somebody called the ${name}, which is off. To switch it on, ${remedy}. Further calls are refused without a line.`;
    tell({ type: 'failed', where, code: 'not_found', detail });
  }
  return errorReply(new VaultError('not_found', `The ${name} is off. To switch it on, ${remedy}.`));
}
