import { z } from 'zod/v4';
import { mayBeMissing, webAddress } from './control-body.ts';
import type { PacketSeed } from '../market/seeds.ts';
import type { SandboxCore } from './core.ts';

/** The name of something that a person created. */
const name = mayBeMissing(z.string().min(1));

/** Their names are the keys of a push. @see interface §2.4 */
const questions = z
  .array(z.string().min(1))
  .min(1)
  .refine((names) => new Set(names).size === names.length, 'must differ from one another');

/** @see RFC 6749 section 3.1.2 */
const redirectUri = webAddress.refine((text) => !text.includes('#'), 'must have no hash');

/** A packet with an endlink that a buyer creates. @see interface §1.4 */
export const endlinkPacketOrder = z.strictObject({
  name,
  endlink_url: webAddress,
  reward: mayBeMissing(z.number().min(0)),
});

/** What a buyer may change about it. */
export const endlinkPacketChange = z.strictObject({
  name,
  endlink_url: mayBeMissing(webAddress),
  reward: mayBeMissing(z.number().min(0)),
});

/** A data packet that a buyer creates. @see interface §1.1 §2.4 */
export const dataPacketOrder = (core: SandboxCore) =>
  z.strictObject({
    name,
    client_id: z.string().refine((id) => core.market().clients.has(id), 'no such client'),
    questions,
  });

/** What a buyer may change about it. It stays with its client. */
export const dataPacketChange = z.strictObject({ name, questions: mayBeMissing(questions) });

/** Either of the two: whatever names a client or questions is meant to be a data packet. */
export const packetOrder =
  (core: SandboxCore) =>
  (body: unknown): z.ZodType<PacketSeed> =>
    typeof body === 'object' && body !== null && ('client_id' in body || 'questions' in body)
      ? dataPacketOrder(core)
      : endlinkPacketOrder;

/** An OAuth client that a buyer registers. @see interface §2.1, RFC 6749 section 3.1.2 */
export const clientOrder = (core: SandboxCore) =>
  z.strictObject({
    name,
    redirect_uri: redirectUri,
    client_id: mayBeMissing(
      z
        .string()
        .min(1)
        .refine((id) => !core.market().clients.has(id), 'is taken'),
    ),
    client_secret: mayBeMissing(z.string().min(1)),
  });

/** What a buyer may change about it. Its secret is rotated, never chosen anew. */
export const clientChange = z.strictObject({ name, redirect_uri: mayBeMissing(redirectUri) });

/** Somebody who opens a vault, and what may be changed about them. */
export const sellerOrder = z.strictObject({ name });
