import { authorization } from './authorization-check.ts';
import {
  backendAddress,
  calls,
  plainHttp,
  redirectUri,
  sameSettings,
  subjectHeader,
} from './backend-check.ts';
import { backendCertificate, serviceCertificate } from './certificate-check.ts';
import type { Check } from './check.ts';
import { client } from './client-check.ts';
import { caching, cookies, forwardedHeaders } from './cookies-check.ts';
import { keyRing } from './keys-check.ts';
import { allowedOrigins, otherOrigins } from './pages-check.ts';
import { endlinkCors, serviceAddress, serviceClock } from './service-check.ts';
import { deployment, storeDurability, storeLatency, storeReached } from './store-check.ts';
import { switches } from './switches-check.ts';

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
