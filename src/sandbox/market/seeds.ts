import type { Client } from './oauth-records.ts';
import { emptyMarket, freeId } from './market.ts';
import type { DataPacket, EndlinkPacket, Market, Packet, Seller } from './market.ts';
import { assertRoom } from './capacity.ts';
import { createToken } from './random-token.ts';
import type { RandomSource } from './random-token.ts';

/** An OAuth client to begin with. Defaults: the next id and name, a random secret. */
export type ClientSeed = Partial<Client> & Pick<Client, 'redirect_uri'>;

/** A packet with an endlink to begin with. Defaults: the next id and name, a reward of 1. */
export type EndlinkPacketSeed = Partial<EndlinkPacket> & Pick<EndlinkPacket, 'endlink_url'>;

/** A data packet to begin with, of a client that is there. Defaults: the next id and name. */
export type DataPacketSeed = Partial<DataPacket> & Pick<DataPacket, 'client_id' | 'questions'>;

/** A packet to begin with. */
export type PacketSeed = EndlinkPacketSeed | DataPacketSeed;

/** A seller to begin with. Defaults: the next id and name. */
export type SellerSeed = Partial<Seller>;

/** Who and what is there at the beginning. */
export interface Seeds {
  /** How many of each kind there may be. */
  maxItems: number;
  clients: Iterable<ClientSeed>;
  packets: Iterable<PacketSeed>;
  sellers: Iterable<SellerSeed>;
}

/** A marketplace in which nothing has happened yet. */
export function seededMarket(
  { maxItems, clients, packets, sellers }: Seeds,
  random: RandomSource,
): Market {
  const market = emptyMarket(maxItems);
  for (const client of clients) addClient(market, client, random);
  for (const seller of sellers) addSeller(market, seller);
  for (const packet of packets) addPacket(market, packet);
  return market;
}

/** A buyer registers a client. @see interface §1.1 */
export function addClient(market: Market, seed: ClientSeed, random: RandomSource): Client {
  assertRoom(market.clients.size, market.maxItems, 'clients');
  const client = {
    client_id: freeId('client', market.clients),
    client_secret: createToken(random, 'base64url'),
    name: `Client ${market.clients.size + 1}`,
    ...seed,
  };
  market.clients.set(client.client_id, client);
  return client;
}

/**
 * A buyer creates a packet.
 *
 * @throws Error where its client does not exist
 * @see interface §1.1
 */
export function addPacket(market: Market, seed: PacketSeed): Packet {
  if ('client_id' in seed && !market.clients.has(seed.client_id)) {
    throw new Error(`There is no client "${seed.client_id}" for a packet.`);
  }
  assertRoom(market.packets.size, market.maxItems, 'packets');
  const id = freeId('packet', market.packets);
  const name = `Packet ${market.packets.size + 1}`;
  const packet = 'client_id' in seed ? { id, name, ...seed } : { id, name, reward: 1, ...seed };
  market.packets.set(packet.id, packet);
  return packet;
}

/** Someone opens a vault. */
export function addSeller(market: Market, seed: SellerSeed): Seller {
  assertRoom(market.sellers.size, market.maxItems, 'sellers');
  const name = `Seller ${market.sellers.size + 1}`;
  const seller = { id: freeId('seller', market.sellers), name, ...seed };
  market.sellers.set(seller.id, seller);
  return seller;
}
