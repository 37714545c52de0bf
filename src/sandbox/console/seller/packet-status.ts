import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { endlinkOf } from '../../market/packets.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import type { SavedAnswer, SellersPacket } from '../../market/sellers-packets.ts';
import type { Html } from '../../service/pages/document.ts';
import { amount, countdown, timeElement } from '../display-format.ts';
import { clientName } from './seller-view.ts';
import type { PacketView } from './seller-view.ts';

/** Status of a packet: a label, a sentence, and a tone for its colour. */
interface PacketStatus {
  label: string;
  sentence: Html | string;
  tone: 'ready' | 'waiting' | 'good' | 'neutral' | 'bad';
}

/** Describes the state of a packet for a seller. @see interface §3.1 */
export function packetStatus(core: SandboxCore, view: PacketView): PacketStatus {
  const { sellersPacket } = view;
  const nowMs = core.clock.nowMs();
  if (!sellersPacket) {
    return { label: 'New', sentence: 'You have not opened it yet.', tone: 'ready' };
  }
  const { state, outcome } = sellersPacket;
  if (state === 'awaiting_outcome') {
    const sentence = timeLeft(sellersPacket, nowMs);
    return { label: 'Awaiting outcome', sentence, tone: 'waiting' };
  }
  if (state === 'published') {
    const sentence = publishedSentence(core, view, sellersPacket);
    return { label: 'Published', sentence, tone: 'good' };
  }
  if (state === 'failed') {
    const sentence = 'The token expired before any outcome was reported. Not paid.';
    return { label: 'No outcome', sentence, tone: 'bad' };
  }
  if (outcome === 'quota_full') {
    return { label: 'Quota full', sentence: 'The buyer has enough answers.', tone: 'neutral' };
  }
  if (outcome === 'screenout') {
    return {
      label: 'Screened out',
      sentence: 'You did not match what the buyer needs.',
      tone: 'neutral',
    };
  }
  return { label: 'Failed', sentence: 'The buyer reported a failure.', tone: 'bad' };
}

function publishedSentence(
  core: SandboxCore,
  { packet }: PacketView,
  sellersPacket: SellersPacket,
): Html {
  const { isPaid, pushedAtMs, expiresAtMs } = sellersPacket;
  const client = latestSource([...sellersPacket.answers.values()])?.client_id ?? packet.client_id;
  const pushed =
    pushedAtMs === null
      ? ''
      : html`Pushed by ${client === null ? 'a client' : clientName(core, client)} at
        ${timeElement(pushedAtMs)} UTC. `;
  return html`${pushed}${payment()}`;

  function payment(): Html | string {
    if (isPaid) {
      return packet.reward || endlinkOf(packet) ? `${amount(packet.reward)} paid.` : '';
    }
    if (isAwaitingOutcome(sellersPacket)) return timeLeft(sellersPacket, core.clock.nowMs());
    return expiresAtMs === null
      ? 'Not paid yet: you have not opened its endlink.'
      : 'Not paid: its endlink did not end with complete.';
  }
}

const latestSource = (answers: readonly SavedAnswer[]) =>
  answers.map(({ push }) => push).sort((one, other) => other.atMs - one.atMs)[0];

const timeLeft = ({ expiresAtMs }: SellersPacket, nowMs: number): Html | string =>
  expiresAtMs === null
    ? ''
    : html`The buyer has until ${timeElement(expiresAtMs)} UTC to report an outcome:
      ${countdown(expiresAtMs, nowMs)} left.`;
