import type { VaultError } from '../../protocol/index.ts';
import type { LineSent } from './sender.ts';

/** Stop after the service has refused the packet for this many users, counted from the first line. */
const MAX_USERS = 10;

/** Statuses for a packet that does not exist or belongs to another client. The interface does not define them. @see interface §7 */
const OF_ADDRESS: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

/**
 * Detects a packet that the service does not know. It is unknown if the service refuses the first lines, of different users, with the same response
 * about the packet. The first line with another result ends the detection.
 *
 * @returns a function that takes each result. It returns the service's error once the packet is certainly unknown
 */
export function watchForUnknownPacket(
  packetId: string,
): (sent: LineSent) => VaultError | undefined {
  const users = new Set<string>();
  let first: VaultError | undefined;
  let isSettled = false;

  return (sent) => {
    if (isSettled) return undefined;
    // Lines of users who are not connected were not sent, so they say nothing about the packet.
    if (!sent.ok && (sent.isGivenUp || sent.error.code !== 'validation_failed')) return undefined;
    if (
      sent.ok ||
      !isAboutPacket(sent.error, packetId) ||
      !isSame(first ?? sent.error, sent.error)
    ) {
      isSettled = true;
      return undefined;
    }
    first ??= sent.error;
    users.add(sent.item.subject);
    return users.size >= MAX_USERS ? first : undefined;
  };
}

function isAboutPacket({ status, message }: VaultError, packetId: string): boolean {
  return OF_ADDRESS.has(status) || /\bpacket/i.test(message) || message.includes(packetId);
}

const isSame = (one: VaultError, other: VaultError): boolean =>
  one.status === other.status && one.message === other.message;
