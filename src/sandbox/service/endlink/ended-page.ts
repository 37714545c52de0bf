import type { Outcome } from '../../../protocol/index.ts';
import type { BasePath } from '../base-path.ts';
import type { EndlinkRefusal } from './endlink-refusals.ts';
import { consolePath } from '../pages/console-path.ts';
import { messagePage } from '../pages/message-page.ts';
import type { Tone } from '../pages/message-page.ts';

interface Ending {
  title: string;
  sentence: string;
  tone: Tone;
}

/** Texts that a seller reads when the buyer sends them to the `.html` form. @see interface §4.4 rule 2 */
const ENDINGS: Readonly<Record<Outcome | EndlinkRefusal, Ending>> = {
  complete: {
    title: 'Thank you, this packet is published',
    sentence: 'The buyer has confirmed that you finished, and you are paid for it.',
    tone: 'good',
  },
  fail: {
    title: 'This packet did not go through',
    sentence: 'The buyer reported a failure. The packet has left your list.',
    tone: 'neutral',
  },
  quota_full: {
    title: 'The buyer has enough answers',
    sentence: 'Others were faster this time. The packet has left your list.',
    tone: 'neutral',
  },
  screenout: {
    title: 'This packet was looking for someone else',
    sentence: 'You did not match what the buyer needs. The packet has left your list.',
    tone: 'neutral',
  },
  missing_token: {
    title: 'This link is not complete',
    sentence: 'It came without the token that says who you are and which packet this is about.',
    tone: 'bad',
  },
  unknown_token: {
    title: 'This link is not valid',
    sentence: 'We do not know its token. Please open the packet again from your list.',
    tone: 'bad',
  },
  used_token: {
    title: 'This link was used before',
    sentence: 'It works once. What was reported the first time stands.',
    tone: 'bad',
  },
  expired_token: {
    title: 'This link has expired',
    sentence:
      'A link is valid for one hour, and more than that has passed since you opened the packet.',
    tone: 'bad',
  },
  decided_packet: {
    title: 'This packet is already settled',
    sentence: 'It was finished through another link. That outcome stands.',
    tone: 'bad',
  },
};

/**
 * Creates the page that ends a visit to the `.html` form.
 *
 * @param ending the accepted outcome, or the reason of the refusal
 * @param sellerId the seller whose packets the link leads back to; `undefined` if the token is unknown
 */
export function endedPage(
  base: Pick<BasePath, 'address'>,
  status: number,
  ending: Outcome | EndlinkRefusal,
  sellerId: string | undefined,
): Promise<Response> {
  const { title, sentence, tone } = ENDINGS[ending];
  const back = { label: 'Back to your packets', path: consolePath(sellerId) };
  return messagePage(base, status, title, [sentence], tone, back);
}
