import type { WebBackend } from './web-backend.ts';

/** Weak, so that addresses are collected with their requests. */
const notedAddresses = new WeakMap<Request, string>();

/**
 * Notes the IP address of a request, for servers that know it. The backend uses it if it has no `clientAddress` option.
 *
 * @param request the same object that `bff.fetch` receives
 */
export function noteClientAddress(request: Request, address: string): void {
  notedAddresses.set(request, address);
}

/** Returns the IP address of the client; `undefined` if it is unknown. */
export const clientAddressOf = ({ options }: WebBackend, request: Request): string | undefined =>
  options.clientAddress ? options.clientAddress(request) : notedAddresses.get(request);

/**
 * Returns the IP address for the limit of a call. Emits an event if it is unknown, once, because strangers could fill the log. A backend whose origin is
 * http is on a developer's machine, and emits none.
 */
export function limitedAddressOf(backend: WebBackend, request: Request): string | undefined {
  const address = clientAddressOf(backend, request);
  const isPublic = backend.settings.origin.startsWith('https:');
  if (address === undefined && isPublic && !backend.hasReportedAddress) {
    backend.hasReportedAddress = true;
    backend.emit({
      type: 'failed',
      where: 'options',
      code: 'configuration_error',
      detail: ADDRESS_UNKNOWN,
    });
  }
  return address;
}

const ADDRESS_UNKNOWN =
  'The address of a client is unknown, so one client can use up the calls of all. Set the option clientAddress or, behind a proxy, the variable VAULTLINK_TRUSTED_PROXIES.';
