import { notChecked, ok, warning } from '../../findings/index.ts';
import type { Check, Group, Setup } from './check.ts';

const DAY_MS = 86_400_000;

/** Automatic renewal usually happens 30 days before expiry, so 14 days left means that it has failed. */
const MIN_DAYS = 14;

/** Creates a check of the expiry date. Other checks show whether the certificate is trusted, because they connect to the same server. */
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
  async run({ settings, connections }) {
    const address = addressOf(settings);
    if (!address.startsWith('https:'))
      return notChecked('http on this machine needs no certificate.');
    const endMs = await connections.certificateEndMs(address);
    const days = Math.floor((endMs - connections.now()) / DAY_MS);
    const until = new Date(endMs).toISOString().slice(0, 10);
    if (days >= MIN_DAYS) return ok(`It is valid until ${until}.`);
    return warning(
      `It expires on ${until}, ${days === 1 ? 'in a day' : `in ${days} days`}.`,
      'Renew it. Otherwise users can no longer connect, push or report.',
    );
  },
});

/** Checks the certificate of the service. */
export const serviceCertificate = certificate(
  'service-certificate',
  'Service',
  'service',
  ({ bff }) => bff.service.baseUrl,
);

/** Checks the certificate of the backend, as browsers see it. */
export const backendCertificate = certificate(
  'backend-certificate',
  'Backend',
  'backend',
  ({ bff }) => bff.origin,
);
