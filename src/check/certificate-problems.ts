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

/** Describes in plain words what is wrong with a certificate. */
export const describeCertificateProblem = (code = 'unknown'): string =>
  Object.hasOwn(CERTIFICATE_PROBLEMS, code)
    ? `${CERTIFICATE_PROBLEMS[code]} (${code})`
    : `browsers refuse it (${code})`;
