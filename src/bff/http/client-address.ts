import type { WebBackend } from './web-backend.ts';

/** Weak, so that an address is forgotten with its request. */
const notedAddresses = new WeakMap<Request, string>();

/**
 * Notes the IP address that a request comes from, for a server that knows it. It counts where the backend has no `clientAddress` option.
 *
 * @param request the very one that `bff.fetch` gets
 */
export function noteClientAddress(request: Request, address: string): void {
  notedAddresses.set(request, address);
}

/** Returns the IP address that a call comes from; `undefined`: it is not known. */
export const clientAddressOf = ({ options }: WebBackend, request: Request): string | undefined =>
  options.clientAddress ? options.clientAddress(request) : notedAddresses.get(request);
