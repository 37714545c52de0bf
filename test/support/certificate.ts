import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for a server, and its key. */
export interface Certificate {
  /** PEM. */
  key: string;
  /** PEM. */
  cert: string;
}

const DAY_MS = 86_400_000;

/** Bytes of OBJECT IDENTIFIERs. */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');

/**
 * Creates a certificate that is its own authority, for a host name and for 127.0.0.1. Needs no program, unlike one that openssl makes.
 *
 * @param validDays days from now on. Negative: it has expired so many days ago
 */
export function createCertificate(hostName: string, validDays = 1): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const untilMs = Date.now() + validDays * DAY_MS;
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(hostName)))));
  const names = sequence(der(0x82, Buffer.from(hostName)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime(untilMs - 2 * DAY_MS), utcTime(untilMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, names)))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  const certificate = sequence(content, algorithm, der(0x03, signature));
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes a value with its tag and its length. @see X.690 */
function der(tag: number, ...values: Buffer[]): Buffer {
  const value = Buffer.concat(values);
  const { length } = value;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...values: Buffer[]) => der(0x30, ...values);

const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/^20|[-:T]|\..*/g, '')}Z`));
