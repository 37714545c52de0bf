import { ok, warning } from '../../findings/index.ts';
import { subjectAssertion } from './subject-assertion-check.ts';
import { onOrOff, warningsOfRedirectUri, warningsOfSwitches } from '../serve/settings-warnings.ts';
import { authorization } from './authorization-check.ts';
import {
  backendAddress,
  calls,
  clientAddress,
  plainHttp,
  redirectUri,
  sameSettings,
  subjectHeader,
} from './backend-check.ts';
import { backendCertificate, serviceCertificate } from './certificate-check.ts';
import type { Check } from './check.ts';
import { client } from './client-check.ts';
import { caching, cookies, forwardedHeaders } from './cookies-check.ts';
import { outboxReached, outcomesDelivered, outcomesLost } from './outcomes-check.ts';
import { allowedOrigins, otherOrigins } from './pages-check.ts';
import { endlinkCors, serviceAddress, serviceClock } from './service-check.ts';
import { deployment, keyRing, storeDurability, storeLatency, storeReached } from './store-check.ts';

/** Reports whether the relay and the hook are on, and which variables need one that is off. */
const switches: Check = {
  id: 'switches',
  group: 'Configuration',
  title: 'Relay, hook',
  run({ settings }) {
    const { relay, hook } = settings.bff;
    const cause = `The relay is ${onOrOff(relay)} (VAULTLINK_RELAY), the hook is ${onOrOff(hook)} (VAULTLINK_HOOK).`;
    const warnings = [...warningsOfRedirectUri(settings), ...warningsOfSwitches(settings)];
    return warnings.length ? warning(cause, ...warnings) : ok(cause);
  },
};

/** All checks except that of the variables, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  switches,
  serviceAddress,
  serviceCertificate,
  serviceClock,
  client,
  authorization,
  endlinkCors,
  backendAddress,
  backendCertificate,
  plainHttp,
  sameSettings,
  redirectUri,
  cookies,
  caching,
  forwardedHeaders,
  calls,
  clientAddress,
  subjectHeader,
  subjectAssertion,
  allowedOrigins,
  otherOrigins,
  storeReached,
  storeLatency,
  storeDurability,
  deployment,
  keyRing,
  outboxReached,
  outcomesDelivered,
  outcomesLost,
];
