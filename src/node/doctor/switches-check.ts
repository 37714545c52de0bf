import { onOrOff, warningsOfRedirectUri, warningsOfSwitches } from '../serve/switch-warnings.ts';
import type { Check } from './check.ts';
import { ok, warning } from './check.ts';

/** Which of the calls that need no session are on, and whether other variables ask for one that is off. */
export const switches: Check = {
  id: 'switches',
  group: 'Configuration',
  title: 'Relay, hook',
  look({ settings }) {
    const { relay, hook } = settings.bff;
    const saw = `The relay is ${onOrOff(relay)} (VAULTLINK_RELAY), the hook is ${onOrOff(hook)} (VAULTLINK_HOOK).`;
    const warnings = [...warningsOfRedirectUri(settings), ...warningsOfSwitches(settings)];
    return warnings.length ? warning(saw, ...warnings) : ok(saw);
  },
};
