import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { SeenService } from '../../check/index.ts';

/** Options of {@link probeService}. */
export interface ProbeOptions {
  /** Resolves host names. Default: as the operating system does. */
  lookup?: LookupFunction;
  /** Milliseconds until a server counts as silent. Default: 5000. */
  timeoutMs?: number;
}

type Reach = Pick<SeenService, 'reach' | 'detail'>;

const TIMEOUT_MS = 5000;

/** Meanings of the codes of errors before a connection was made. Any other code: the server did not answer. */
const UNREACHED: Readonly<Record<string, SeenService['reach']>> = {
  ENOTFOUND: 'unknown host',
  ECONNREFUSED: 'refused',
};

const LOCAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'unspecified'];

/** Opens a connection to an origin, with TLS if it is https, and closes it. Sends no request, so no token can be spent. */
export async function probeService(
  origin: string,
  { lookup, timeoutMs = TIMEOUT_MS }: ProbeOptions = {},
): Promise<SeenService> {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  const name = hostname.replace(/^\[|\]$/g, '');
  // Browsers resolve each name under "localhost" themselves; the operating system may not know it. @see RFC 6761 section 6.3
  const host = name.endsWith('.localhost') ? 'localhost' : name;
  const target = {
    host,
    port: Number(port || (isSecure ? 443 : 80)),
    ...(lookup && { lookup }),
  };
  // The name is sent to the server, which may have a certificate for each. An address must not be sent.
  const servername = isIP(name) ? '' : name;
  const socket = isSecure
    ? connectTls({ ...target, servername, rejectUnauthorized: false })
    : connectTcp(target);
  const addresses = isIP(host) ? [host] : [];
  socket.on('lookup', (_error: unknown, address: string) => addresses.push(address));
  const reach = await reachOf(socket, isSecure, timeoutMs);
  socket.destroy();
  return { origin, ...reach, isLocal: isLocalName(name) || addresses.some(isLocalAddress) };
}

function reachOf(socket: Socket, isSecure: boolean, timeoutMs: number): Promise<Reach> {
  return new Promise((resolve) => {
    let isConnected = false;
    socket.on('connect', () => {
      isConnected = true;
      if (!isSecure) resolve({ reach: 'reached' });
    });
    socket.on('secureConnect', () => resolve(trustOf(socket)));
    // The listener stays: an error after the result must not end the process.
    socket.on('error', ({ code = 'unknown error' }: NodeJS.ErrnoException) =>
      resolve({ reach: isConnected ? 'no TLS' : (UNREACHED[code] ?? 'no answer'), detail: code }),
    );
    const timer = setTimeout(() => resolve({ reach: 'no answer' }), timeoutMs);
    socket.on('close', () => clearTimeout(timer));
  });
}

/** Returns whether Node trusts the certificate of the other side, with the authorities of NODE_EXTRA_CA_CERTS too. */
function trustOf(socket: Socket & { authorized?: boolean; authorizationError?: unknown }): Reach {
  return socket.authorized
    ? { reach: 'reached' }
    : { reach: 'bad certificate', detail: String(socket.authorizationError) };
}

const isLocalName = (name: string) => /(^|\.)(localhost|local)$/.test(name);

const isLocalAddress = (address: string) =>
  ipaddr.isValid(address) && LOCAL_RANGES.includes(ipaddr.process(address).range());
