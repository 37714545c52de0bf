import { CONNECT_CHANNEL, isConnectMessage } from '../../protocol/local.ts';
import type { ConnectMessage } from '../../protocol/local.ts';
import { addressOnPageHost, resolveAddress } from '../page-address.ts';

/**
 * Listens for what other tabs and the window that connects report about the connection: over the channel of this origin, and by messages from the
 * origin of the backend.
 *
 * @param backend an address of the backend
 * @param onMessage called with each message, which may arrive both ways
 * @returns a function that posts a message to the other tabs
 */
export function openConnectMessages(
  backend: string,
  onMessage: (message: ConnectMessage) => void,
): (message: ConnectMessage) => void {
  const read = (message: unknown) => {
    if (isConnectMessage(message)) onMessage(message);
  };
  const backendOrigin = originOf(backend);
  addEventListener('message', ({ data, origin }) => {
    if (origin === backendOrigin) read(data);
  });
  try {
    const channel = new BroadcastChannel(CONNECT_CHANNEL);
    channel.onmessage = ({ data }) => read(data);
    return (message) => channel.postMessage(message);
  } catch {
    // Some frames may not open one. Other tabs notice a change when they are loaded again.
    return () => undefined;
  }
}

function originOf(address: string): string | undefined {
  try {
    return resolveAddress(addressOnPageHost(address)).origin;
  } catch {
    return undefined;
  }
}
