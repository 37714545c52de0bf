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
