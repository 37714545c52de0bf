import { z } from 'zod/v4';
import { mayBeMissing, webAddress } from '../control-body.ts';
import type { SandboxCore } from '../core.ts';
import { checkQuestions, packetFields } from './packet-schema.ts';

/** The name of something that a person created. */
const name = mayBeMissing(z.string().min(1));

/** @see RFC 6749 section 3.1.2 */
const redirectUri = webAddress.refine((text) => !text.includes('#'), 'must have no hash');

/** A packet that a buyer creates. The sandbox assigns its id, and refuses a body that has one. @see interface §1.1 §1.4 §2.4 */
export const packetOrder = (core: SandboxCore) =>
  z
    .strictObject({
      ...packetFields,
      client_id: mayBeMissing(
        z
          .string()
          .refine((id) => core.market().clients.has(id), 'no such client')
          .nullable(),
      ),
    })
    .superRefine(checkQuestions);

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
