import { failed, notChecked, ok, warning, type CheckResult } from '../findings/index.ts';
import type { Expectation, Observations, SeenService } from './observations.ts';
import { originOf, type Rule } from './rule.ts';

/** Rules about the servers that a visit needs. */
export const serviceRules = {
  service: { needs: ['landing'], judge: judgeService },
} satisfies Record<string, Rule>;

/** Problems of a certificate, by the codes of Chromium and of Node.js. */
const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  'net::ERR_CERT_DATE_INVALID': 'it has expired, or is not valid yet',
  'net::ERR_CERT_AUTHORITY_INVALID': 'browsers do not trust the authority that issued it',
  'net::ERR_CERT_COMMON_NAME_INVALID': 'it is for another host name',
  'net::ERR_CERT_REVOKED': 'it was revoked',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed, so browsers do not trust it',
  SELF_SIGNED_CERT_IN_CHAIN: 'browsers do not trust the authority that issued it',
  UNABLE_TO_GET_ISSUER_CERT: 'the server does not send the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its authority is unknown, or the server does not send the certificate of its issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the certificate of its issuer',
};

const problemOf = (code = 'unknown') =>
  Object.hasOwn(CERTIFICATE_PROBLEMS, code)
    ? `${CERTIFICATE_PROBLEMS[code]} (${code})`
    : `browsers refuse it (${code})`;

/** Judges a certificate of the buyer's pages. Returns `undefined` if there is nothing to say. */
export function judgeCertificate({ certificate }: Observations): CheckResult | undefined {
  if (!certificate) return undefined;
  const { origin, hostname } = new URL(certificate.address);
  const cause = `Browsers refuse the certificate of ${origin}: ${problemOf(certificate.problem)}.`;
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
    ? warning(
        cause,
        'The visit went on without it. Before sellers come, this address needs a certificate that browsers trust.',
      )
    : failed(
        cause,
        'Renew or replace the certificate: a seller sees a warning of the browser, and not your page.',
      );
}

function judgeService(seen: Observations, { isLive }: Expectation): CheckResult {
  const own = ownServiceOrigin(seen);
  if (own !== undefined)
    return failed(
      `data-base-url names your own site: the report went to ${own}, and not to the service.`,
      'Set data-base-url to the address of the service. If your server passes reports on, use data-via="relay".',
    );
  const { services } = seen;
  if (!services)
    return notChecked('Only the command connects to the service: run "npx vaultlink check".');
  const [first] = services;
  if (!first) return notChecked('No page names the address of a service.');
  const unusable = services.find(({ reach }) => reach !== 'reached');
  if (unusable) return unreached(unusable, nameOf(unusable, seen));
  const local = services.find(({ isLocal }) => isLocal);
  if (local) {
    const result = isLive ? failed : warning;
    return result(
      `${local.origin} is on this machine or in its network: sellers cannot reach it.`,
      `Before sellers come, set ${nameOf(local, seen)} to ${isRelay(local, seen) ? 'its public address' : 'the address of the service'}.${isLive ? '' : ' With --live, this is a failure.'}`,
    );
  }
  return ok(`${services.map(({ origin }) => origin).join(', ')} can be reached.`);
}

/** Returns the origin that took a report although it is the one of a page. Nothing there is the service. */
function ownServiceOrigin({ reports, pages }: Observations): string | undefined {
  const own = reports.find(
    ({ way, address }) =>
      (way === 'fetch' || way === 'redirect') &&
      pages.some((page) => originOf(page.address) === originOf(address)),
  );
  return own && originOf(own.address);
}

/** Returns whether a server is a relay, which no page names as its base URL. */
const isRelay = ({ origin }: SeenService, { pages }: Observations) =>
  pages.every(({ serviceOrigin }) => serviceOrigin !== origin);

const nameOf = (service: SeenService, seen: Observations) =>
  isRelay(service, seen) ? 'data-relay-url' : 'data-base-url';

function unreached({ origin, reach, detail, isLocal }: SeenService, name: string): CheckResult {
  const code = detail === undefined ? '' : ` (${detail})`;
  const start = isLocal ? ' Is the server running?' : '';
  switch (reach) {
    case 'unknown host':
      return failed(
        `${name} names a host that does not exist, as far as this machine can tell: ${new URL(origin).hostname}${code}.`,
        `Correct the host name in ${name}. A network that reaches the web only through a proxy looks the same.`,
      );
    case 'refused':
      return failed(
        `Nobody answers at ${origin}, the address in ${name}${code}.`,
        `Correct host and port in ${name}.${start}`,
      );
    case 'bad certificate':
      return failed(
        `Browsers refuse the certificate of ${origin}, the address in ${name}: ${problemOf(detail)}.`,
        `Is the host name in ${name} right? If it is, the operator of that server has to renew the certificate. For an authority of your own, set NODE_EXTRA_CA_CERTS.`,
      );
    case 'no TLS':
      return failed(
        `${origin}, the address in ${name}, takes connections, but does not speak https${code}.`,
        isLocal
          ? `A server on this machine speaks http: write http:// in ${name}.`
          : `Correct the port in ${name}: https needs a server that speaks TLS.`,
      );
    default:
      return failed(
        `${origin}, the address in ${name}, did not answer this machine${code}.`,
        `Correct ${name}, or run the check where the address can be reached: a firewall or a missing network looks the same.`,
      );
  }
}
