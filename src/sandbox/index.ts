/**
 * A stand-in for the service: an independent reading of its interface, for demos, for tests and for people. Runs on Web APIs alone.
 *
 * @module
 */
export { createSandbox } from './sandbox.ts';
export type { Sandbox } from './sandbox.ts';
export { DEFAULT_BEHAVIOUR } from './behaviour.ts';
export type { Behaviour } from './behaviour.ts';
export type { EndlinkBehaviour } from './behaviour/endlink.ts';
export type { InstantForm, OAuthBehaviour } from './behaviour/oauth.ts';
export type { ErrorShape } from './behaviour/values.ts';
export type { Client } from './oauth/records.ts';
export type { LoggedRequest } from './request-log.ts';
export type {
  ClientSeed,
  DataPacketSeed,
  EndlinkPacketSeed,
  PacketSeed,
  SellerSeed,
} from './seeds.ts';
export type { SandboxOptions } from './service.ts';
export type { DataPacket, EndlinkPacket, Packet, Seller, SellersPacketState } from './state.ts';
