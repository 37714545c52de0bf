import { z } from 'zod';

/** A packet that a buyer creates. @see interface §1.4 */
export const packetOrder = z.strictObject({
  name: z.string().min(1).exactOptional(),
  endlink_url: z.string().refine(isWebAddress, 'must be an absolute http or https URL'),
  reward: z.number().min(0).exactOptional(),
});

/** A seller's browser can be sent there. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
