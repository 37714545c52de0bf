import type { Client } from './oauth-records.ts';
import { emptyMarket, freeId } from './market.ts';
import type { Market, Seller } from './market.ts';
import { endlinkOf, mistakeInQuestions, questionsOf } from './packets.ts';
import type { Packet, PacketSeed } from './packets.ts';
import { assertRoom } from './capacity.ts';
import { createToken } from './random-token.ts';
import type { RandomSource } from './random-token.ts';

/** An initial OAuth client. Defaults: the next id and name, a random secret. */
export type ClientSeed = Partial<Client> & Pick<Client, 'redirect_uri'>;

/** An initial seller. Defaults: the next id and name. */
export type SellerSeed = Partial<Seller>;

/** Initial records of a marketplace. */
export interface Seeds {
  /** Largest number of records of each kind. */
  maxItems: number;
  clients: Iterable<ClientSeed>;
  packets: Iterable<PacketSeed>;
  sellers: Iterable<SellerSeed>;
}

/** Creates a marketplace with its initial records. */
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

/** Adds a client that a buyer registers. @see interface §1.1 */
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
 * Adds a packet that a buyer creates.
 *
 * @throws Error if its client does not exist or its questions have a mistake
 * @see interface §1.1 §1.4
 */
export function addPacket(market: Market, seed: PacketSeed): Packet {
  const {
    id = freeId('packet', market.packets),
    name = `Packet ${market.packets.size + 1}`,
    client_id = null,
  } = seed;
  if (client_id !== null && !market.clients.has(client_id)) {
    throw new Error(`There is no client "${client_id}" for a packet.`);
  }
  const questions = questionsOf(seed);
  const mistake = mistakeInQuestions(client_id, questions);
  if (mistake) throw new Error(`Packet "${id}": ${mistake.join(' ')}.`);
  assertRoom(market.packets.size, market.maxItems, 'packets');
  const { reward = endlinkOf({ questions }) ? 1 : 0 } = seed;
  const packet = { id, name, client_id, reward, questions };
  market.packets.set(id, packet);
  return packet;
}

/** Adds a seller with an empty vault. */
export function addSeller(market: Market, seed: SellerSeed): Seller {
  assertRoom(market.sellers.size, market.maxItems, 'sellers');
  const name = `Seller ${market.sellers.size + 1}`;
  const seller = { id: freeId('seller', market.sellers), name, ...seed };
  market.sellers.set(seller.id, seller);
  return seller;
}
