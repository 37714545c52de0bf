import type { Check, Group, Setup } from './check.ts';
import { notChecked, ok, warning } from './check.ts';

const DAY_MS = 86_400_000;

/** Who renews certificates by themselves does so a month ahead: what is left for half of that was forgotten. */
const LEAST_DAYS = 14;

/** For how long a certificate is still valid; whether it is trusted shows where the address is asked. */
const certificate = (
  id: string,
  group: Group,
  needs: string,
  addressOf: (settings: Setup['settings']) => string,
): Check => ({
  id,
  group,
  title: 'Certificate',
  needs: [needs],
  async look({ settings, connections }) {
    const address = addressOf(settings);
    if (!address.startsWith('https:'))
      return notChecked('There is none with http on this machine.');
    const endMs = await connections.certificateEndMs(address);
    const days = Math.floor((endMs - connections.now()) / DAY_MS);
    const until = new Date(endMs).toISOString().slice(0, 10);
    if (days >= LEAST_DAYS) return ok(`It is valid until ${until}.`);
    return warning(
      `It ends on ${until}, ${days === 1 ? 'in a day' : `in ${days} days`}.`,
      'Renew it: without it nobody can connect, push or report.',
    );
  },
});

/** The certificate of the service. */
export const serviceCertificate = certificate(
  'service-certificate',
  'Service',
  'service',
  ({ bff }) => bff.service.baseUrl,
);

/** The certificate of the backend, as browsers see it. */
export const backendCertificate = certificate(
  'backend-certificate',
  'Backend',
  'backend',
  ({ bff }) => bff.origin,
);
