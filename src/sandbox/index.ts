/**
 * A stand-in for the service: an independent reading of its interface, for demos, for tests and for people. Runs on Web APIs alone.
 *
 * @module
 */
export { createSandbox } from './sandbox.ts';
export type { Sandbox } from './sandbox.ts';
export { DEFAULT_BEHAVIOUR } from './behaviour.ts';
export type { Behaviour, ErrorShape } from './behaviour.ts';
export type { LoggedRequest } from './request-log.ts';
export type { PacketSeed, SandboxOptions, SellerSeed } from './service.ts';
export type { Packet, Seller, SellersPacketState } from './state.ts';
