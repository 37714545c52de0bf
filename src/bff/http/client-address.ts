import type { RouteRequest } from './route-request.ts';
import type { WebBackend } from './web-backend.ts';

/** Ports that finding the address of a client uses. */
export type AddressPorts = Pick<WebBackend, 'settings' | 'emit' | 'reported'>;

/** Returns the IP address of the client; `undefined` if it is unknown. */
export const clientAddressOf = (
  { settings }: Pick<WebBackend, 'settings'>,
  request: RouteRequest,
): string | undefined =>
  settings.clientAddress ? settings.clientAddress(request.webRequest) : request.clientAddress;

/**
 * Returns the IP address for the limit of a request. Emits an event if it is unknown, once, because strangers could fill the log. A backend whose origin is
 * http is on a developer's machine, and emits none.
 */
export function limitedAddressOf(ports: AddressPorts, request: RouteRequest): string | undefined {
  const address = clientAddressOf(ports, request);
  const isPublic = ports.settings.origin.startsWith('https:');
  if (address === undefined && isPublic && !ports.reported.has('address')) {
    ports.reported.add('address');
    ports.emit({
      type: 'failed',
      where: 'options',
      code: 'configuration_error',
      detail: ADDRESS_UNKNOWN,
    });
  }
  return address;
}

const ADDRESS_UNKNOWN =
  'The address of a client is unknown, so one client can use up the requests of all. Set the option clientAddress or, behind a proxy, the variable VAULTLINK_TRUSTED_PROXIES.';
