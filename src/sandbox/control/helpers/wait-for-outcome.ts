import { pairKey } from '../../market/market.ts';
import type { EndlinkToken } from '../../market/market.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';
import type { SandboxCore } from '../../core/core.ts';
import type { LoggedRequest } from '../../core/request-log.ts';
import type { SettledOutcome } from './helper-types.ts';

/** Packet to wait for, by a token or an interaction. */
export type OutcomeSubject = { token: string } | { interactionId: string };

/** Largest number of requests that a message lists. */
const MAX_REQUESTS = 10;

/**
 * Waits until the packet is settled.
 *
 * @throws Error with the requests that came instead: after `timeoutMs`, when the hour of the token passes, or when the sandbox is closed
 */
export async function waitForOutcome(
  core: SandboxCore,
  subject: OutcomeSubject,
  timeoutMs: number,
): Promise<SettledOutcome> {
  const name = nameOf(subject);
  const reader = core.events.stream().getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  try {
    for (;;) {
      const sellersPacket = find(core, subject);
      if (!sellersPacket) throw new Error(`The sandbox has no ${name}. Was it reset?`);
      const { outcome, decidedAtMs, decidedByRequest } = sellersPacket;
      if (outcome === null && decidedAtMs !== null) {
        const why =
          decidedByRequest === null
            ? 'its hour has passed'
            : `the push of request ${decidedByRequest} has decided`;
        throw new Error(`No outcome for ${name}: ${why}. ${requestsText(core, sellersPacket)}`);
      }
      const settled = settledOutcome(sellersPacket);
      if (settled) return settled;

      const news = await Promise.race([reader.read(), timeout]);
      if (news === 'timeout') {
        throw new Error(
          `No outcome for ${name} within ${timeoutMs} ms. ${requestsText(core, sellersPacket)}`,
        );
      }
      if (news.done) throw new Error(`The sandbox was closed before an outcome for ${name} came.`);
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel();
  }
}

function find(core: SandboxCore, subject: OutcomeSubject): SellersPacket | undefined {
  const { sellersPackets, tokens } = core.market();
  if ('interactionId' in subject) {
    for (const one of sellersPackets.values()) {
      if (one.id === subject.interactionId) return one;
    }
    return undefined;
  }
  const issued = tokens.get(subject.token);
  return issued && sellersPackets.get(pairKey(issued.seller_id, issued.packet_id));
}

function settledOutcome(sellersPacket: SellersPacket): SettledOutcome | undefined {
  const { outcome, state, decidedAtMs, packet_id, seller_id, id } = sellersPacket;
  if (outcome === null || decidedAtMs === null) return undefined;
  return {
    outcome,
    state,
    packetId: packet_id,
    sellerId: seller_id,
    interactionId: id,
    decidedAt: new Date(decidedAtMs),
  };
}

/** Lists the requests with a token of this packet, for an error message. */
function requestsText(core: SandboxCore, { packet_id, seller_id }: SellersPacket): string {
  const isOfPacket = (token: EndlinkToken | undefined) =>
    token?.packet_id === packet_id && token.seller_id === seller_id;
  const { tokens } = core.market();
  const entries = core.log.entries();
  const own = entries.filter(({ token }) => token !== null && isOfPacket(tokens.get(token)));
  if (own.length) {
    const lines = own.slice(-MAX_REQUESTS).map(requestLine).join('; ');
    return `The requests with its token: ${lines}.`;
  }
  const others = entries.length ? `${entries.length} other requests` : 'no other request either';
  return `No request with its token reached the service, ${others}.`;
}

function requestLine({ method, path, status, reason }: LoggedRequest) {
  const answer =
    status === null ? 'not answered yet' : status === 0 ? 'connection cut' : `answered ${status}`;
  return `${method} ${path}, ${answer}${reason ? ` (${reason.replace(/\.$/, '')})` : ''}`;
}

/** Names the packet for a message. Never shows the whole token, since test reports are often public. */
const nameOf = (subject: OutcomeSubject): string =>
  'token' in subject
    ? `endlink token …${subject.token.slice(-4)}`
    : `interaction "${subject.interactionId}"`;
