import { isUtf8 } from 'node:buffer';
import { createNetworkCheck } from '../../bff/operating.ts';
import { VaultError } from '../../protocol/index.ts';
import type { ServeSettings } from '../config/environment.ts';
import { nodeRequestOf, peerAddressOf } from '../http/node-request.ts';

/** Returns one sentence if nothing proves that the subject header comes from the proxy. */
export function mistakesOfSubjectHeader({
  subjectHeader,
  subjectAssertion,
  trustedProxies,
}: Pick<ServeSettings, 'subjectHeader' | 'subjectAssertion' | 'trustedProxies'>): string[] {
  if (subjectHeader === undefined || subjectAssertion || trustedProxies.length) return [];
  return [
    'VAULTLINK_SUBJECT_HEADER needs VAULTLINK_TRUSTED_PROXIES. Without it, anyone who reaches the port can name any user. Set it to the addresses of your proxies, or let the proxy sign who the user is (VAULTLINK_SUBJECT_JWT_HEADER).',
  ];
}

/**
 * Returns a `subject` option that reads the user's name from a header, if a trusted proxy sent the request. The header of any other peer names nobody.
 *
 * The returned function throws a VaultError `invalid_request` if the header is not UTF-8, or if there are several. A second reading of the same bytes
 * could make two users one.
 */
export function readSubjectHeader(
  name: string,
  trustedProxies: readonly string[],
): (request: Request) => string | undefined {
  const isTrusted = createNetworkCheck(trustedProxies);
  return (request) => {
    const peer = peerAddressOf(nodeRequestOf(request));
    const header = request.headers.get(name);
    if (header === null || peer === undefined || !isTrusted(peer)) return undefined;
    if (countOf(request, name) > 1) {
      throw new VaultError('invalid_request', `The request has several headers ${name}.`);
    }
    // Node decodes all headers as Latin-1.
    const bytes = Buffer.from(header, 'latin1');
    if (!isUtf8(bytes)) {
      throw new VaultError('invalid_request', `The header ${name} is not UTF-8.`);
    }
    return bytes.toString();
  };
}

/** Returns how many headers of a request have a name. Node joins them to one text, in which a client could name the first user. */
function countOf(request: Request, name: string): number {
  const { rawHeaders = [] } = nodeRequestOf(request) ?? {};
  const wanted = name.toLowerCase();
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === wanted) count += 1;
  }
  return count;
}
