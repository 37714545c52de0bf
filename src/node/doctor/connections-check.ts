import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Store } from '../../bff/index.ts';
import type { ServeSettings } from '../config/environment.ts';
import { openStore } from '../stores/open-store.ts';
import { NoResponseError } from './ask.ts';
import type { Connections } from './check.ts';

const TIMEOUT_MS = 10_000;

/** Connections that the caller must close. */
export interface OpenConnections extends Connections {
  close(): Promise<void>;
}

/** Opens connections to the network and to the stores in `settings`. */
export function openConnections({
  store: ofGrants,
  outbox: ofOutcomes,
}: ServeSettings): OpenConnections {
  let store: Promise<Store> | undefined;
  let outbox: Promise<Store> | undefined;
  const openGrants = () => (store ??= openStore(ofGrants, { migrates: false }));
  return {
    fetch,
    certificateEndMs,
    store: openGrants,
    outbox: () =>
      ofOutcomes
        ? (outbox ??= openStore(ofOutcomes, { migrates: false }, 'VAULTLINK_OUTBOX'))
        : openGrants(),
    now: () => performance.timeOrigin + performance.now(),
    timeoutMs: TIMEOUT_MS,
    async close() {
      for (const opening of [store, outbox]) {
        await (await opening?.catch(() => undefined))?.close();
      }
    },
  };
}

function certificateEndMs(address: string): Promise<number> {
  const { hostname, port, host } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  // Servers do not select certificates by IP address.
  const servername = isIP(name) ? {} : { servername: name };
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: name, port: Number(port) || 443, ...servername });
    const fail = () => {
      socket.destroy();
      reject(new NoResponseError(`The certificate of ${host} cannot be read.`));
    };
    socket.setTimeout(TIMEOUT_MS, fail);
    socket.on('error', fail);
    socket.on('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
}
