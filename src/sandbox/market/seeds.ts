import type { Client } from './oauth-records.ts';
import { emptyMarket, freeId } from './market.ts';
import type { Market, Seller } from './market.ts';
import { endlinkOf, mistakeInQuestions, questionsOf } from './packets.ts';
import type { Packet, PacketSeed } from './packets.ts';
import { assertRoom } from './capacity.ts';
import { createToken } from './random-token.ts';
import type { RandomSource } from './random-token.ts';

/** An OAuth client to begin with. Defaults: the next id and name, a random secret. */
export type ClientSeed = Partial<Client> & Pick<Client, 'redirect_uri'>;

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
 * @throws Error where its client does not exist, or its questions have a mistake
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

/** Someone opens a vault. */
export function addSeller(market: Market, seed: SellerSeed): Seller {
  assertRoom(market.sellers.size, market.maxItems, 'sellers');
  const name = `Seller ${market.sellers.size + 1}`;
  const seller = { id: freeId('seller', market.sellers), name, ...seed };
  market.sellers.set(seller.id, seller);
  return seller;
}
