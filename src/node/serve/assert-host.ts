import { createServer } from 'node:net';
import { VaultError } from '../../protocol/index.ts';

/** Error codes for a host that this machine cannot listen on. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
]);

/**
 * Checks whether this machine can listen on a host, before anything is opened or created.
 *
 * @throws VaultError `configuration_error`
 */
export async function assertHost(hostname: string): Promise<void> {
  const server = createServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    // Any free port: whether PORT is free shows later.
    server.listen(0, hostname, () => {
      server.close(() => resolve(undefined));
    });
  });
  if (!UNUSABLE.has(error?.code)) return;
  const message = `HOST: this machine has no address "${hostname}" (${error?.code}). Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`;
  throw new VaultError('configuration_error', message, { messages: [message] });
}
