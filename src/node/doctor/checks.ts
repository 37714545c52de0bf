import { authorization } from './authorization.ts';
import {
  backendAddress,
  calls,
  plainHttp,
  redirectUri,
  sameSettings,
  subjectHeader,
} from './backend.ts';
import { backendCertificate, serviceCertificate } from './certificate.ts';
import type { Check } from './check.ts';
import { client } from './client.ts';
import { caching, cookies, forwardedHeaders } from './cookies.ts';
import { keyRing } from './keys.ts';
import { allowedOrigins, otherOrigins } from './pages.ts';
import { endlinkCors, serviceAddress, serviceClock } from './service.ts';
import { deployment, storeDurability, storeLatency, storeReached } from './store.ts';
import { switches } from './switches.ts';

/** All checks but the one of the variables, in the order in which they are made and shown. */
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
  subjectHeader,
  allowedOrigins,
  otherOrigins,
  storeReached,
  storeLatency,
  storeDurability,
  deployment,
  keyRing,
];
