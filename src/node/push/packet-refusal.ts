import type { VaultError } from '../../protocol/index.ts';
import type { LineSent } from './sender.ts';

/** For so many users the service must have refused the packet, from the first line on, until the rest is not sent. */
const MOST_USERS = 10;

/** Statuses of a packet that is not there, or belongs to another client. The interface shows none. @see interface §7 */
const OF_ADDRESS: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

/**
 * Finds out whether the service knows the packet: it does not where it refuses the first lines, of different users, all with the same answer about
 * the packet. The first line that ends otherwise settles the matter.
 *
 * @returns looks at how a line ended. What that returns is the service's answer, once it is certain
 */
export function watchForUnknownPacket(
  packetId: string,
): (sent: LineSent) => VaultError | undefined {
  const users = new Set<string>();
  let first: VaultError | undefined;
  let isSettled = false;

  return (sent) => {
    if (isSettled) return undefined;
    // Lines of users who are not connected were not sent, and say nothing.
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
    return users.size >= MOST_USERS ? first : undefined;
  };
}

function isAboutPacket({ status, message }: VaultError, packetId: string): boolean {
  return OF_ADDRESS.has(status) || /\bpacket/i.test(message) || message.includes(packetId);
}

const isSame = (one: VaultError, other: VaultError): boolean =>
  one.status === other.status && one.message === other.message;
