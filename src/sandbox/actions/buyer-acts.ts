import { z } from 'zod/v4';
import type { SandboxCore } from '../core/core.ts';
import { mayBeMissing, webAddress } from '../core/field-schemas.ts';
import { checkQuestions, enteredPacketFields, packetChange } from '../core/packet-fields.ts';
import { removeClient, removePacket, removeSeller } from '../market/changes.ts';
import type { Seller } from '../market/market.ts';
import type { Client } from '../market/oauth-records.ts';
import type { Packet } from '../market/packets.ts';
import { createToken } from '../market/random-token.ts';
import { noSuch, withFields } from './refused.ts';
import type { Refused } from './refused.ts';

const name = mayBeMissing(z.string().min(1));

/** Redirect URI of a client. @see RFC 6749 section 3.1.2 */
const redirectUri = webAddress.refine((text) => !text.includes('#'), 'must have no hash');

/** Registers an OAuth client. @see interface §2.1 */
export function addClient(core: SandboxCore, fields: unknown): Client | Refused {
  const taken = core.market().clients;
  const id = z.string().min(1);
  const schema = z.strictObject({
    name,
    redirect_uri: redirectUri,
    client_id: mayBeMissing(id.refine((one) => !taken.has(one), 'is taken')),
    client_secret: mayBeMissing(z.string().min(1)),
  });
  return withFields(schema, fields, (order) => core.addClient(order));
}

/** Changes a client, but for its secret. */
export function changeClient(core: SandboxCore, id: string, fields: unknown): Client | Refused {
  const schema = z.strictObject({ name, redirect_uri: mayBeMissing(redirectUri) });
  return changeRecord(core, core.market().clients.get(id), 'client', schema, fields);
}

/** Gives a client another secret. The one before stops working. */
export function rotateSecret(core: SandboxCore, id: string): Client | Refused {
  const client = core.market().clients.get(id);
  if (!client) return noSuch('client');
  client.client_secret = createToken(core.random, 'base64url');
  core.emitChange('state');
  return client;
}

/** Deletes a client with its packets, codes and tokens. */
export const deleteClient = (core: SandboxCore, client_id: string): object | Refused =>
  removed(core, removeClient(core.market(), client_id), 'client', { client_id });

/** Creates a packet. The sandbox assigns the id, unless a caller in the same program names one. @see interface §1.1 §1.4 §2.4 */
export function addPacket(core: SandboxCore, fields: unknown, id?: string): Packet | Refused {
  const { clients } = core.market();
  const client = z.string().refine((one) => clients.has(one), 'no such client');
  const schema = z
    .strictObject({ ...enteredPacketFields, client_id: mayBeMissing(client.nullable()) })
    .superRefine(checkQuestions);
  return withFields(schema, fields, (order) =>
    core.addPacket({ ...order, ...(id !== undefined && { id }) }),
  );
}

/** Changes a packet, but for its client. */
export function changePacket(core: SandboxCore, id: string, fields: unknown): Packet | Refused {
  const packet = core.market().packets.get(id);
  if (!packet) return noSuch('packet');
  return changeRecord(core, packet, 'packet', packetChange(packet), fields);
}

/** Deletes a packet with its tokens and answers. */
export const deletePacket = (core: SandboxCore, packet_id: string): object | Refused =>
  removed(core, removePacket(core.market(), packet_id), 'packet', { packet_id });

const sellerFields = z.strictObject({ name });

/** Adds a seller with an empty vault. */
export const addSeller = (core: SandboxCore, fields: unknown, id?: string): Seller | Refused =>
  withFields(sellerFields, fields, (order) =>
    core.addSeller({ ...order, ...(id !== undefined && { id }) }),
  );

/** Renames a seller. */
export const changeSeller = (core: SandboxCore, id: string, fields: unknown): Seller | Refused =>
  changeRecord(core, core.market().sellers.get(id), 'seller', sellerFields, fields);

/** Deletes a seller with their vault, codes and tokens. */
export const deleteSeller = (core: SandboxCore, seller_id: string): object | Refused =>
  removed(core, removeSeller(core.market(), seller_id), 'seller', { seller_id });

function changeRecord<T extends object, Change extends object>(
  core: SandboxCore,
  record: T | undefined,
  kind: string,
  schema: z.ZodType<Change>,
  fields: unknown,
): T | Refused {
  if (!record) return noSuch(kind);
  return withFields(schema, fields, (change) => {
    Object.assign(record, change);
    core.emitChange('state');
    return record;
  });
}

function removed<T>(core: SandboxCore, existed: boolean, kind: string, ids: T): T | Refused {
  if (!existed) return noSuch(kind);
  core.emitChange('state');
  return ids;
}
