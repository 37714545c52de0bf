import { z } from 'zod/v4';
import { mayBeMissing, webAddress } from '../control-body.ts';
import type { SandboxCore } from '../core.ts';
import { checkQuestions, packetFields } from './packet-schema.ts';

/** Optional name of a client or a seller. */
const name = mayBeMissing(z.string().min(1));

/** Redirect URI of a client. @see RFC 6749 section 3.1.2 */
const redirectUri = webAddress.refine((text) => !text.includes('#'), 'must have no hash');

/** Creates the schema of a packet that a buyer creates. The sandbox assigns the id and refuses a body that has one. @see interface §1.1 §1.4 §2.4 */
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

/** Creates the schema of an OAuth client that a buyer registers. @see interface §2.1, RFC 6749 section 3.1.2 */
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

/** Schema of a change of a client. The secret is not a part of it: it is rotated by a call of its own. */
export const clientChange = z.strictObject({ name, redirect_uri: mayBeMissing(redirectUri) });

/** Schema of a new seller, and of a change of one. */
export const sellerOrder = z.strictObject({ name });
