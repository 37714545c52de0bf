/**
 * A stand-in for the service, for tests, demos and exploration. It implements the interface independently of the client, and needs only Web APIs.
 *
 * @module
 */
export { createSandbox, openSandbox } from './sandbox.ts';
export type { Sandbox, SavedSandbox } from './sandbox.ts';
export type { ScenarioStore } from './core/scenario/persistence.ts';
export { ScenarioError } from './core/scenario/scenario-schema.ts';
export type { Scenario } from './core/scenario/scenario-schema.ts';
export { DEFAULT_BEHAVIOUR } from './service/behaviour/switch-table.ts';
export type { Behaviour } from './service/behaviour/switch-table.ts';
export type { InstantForm } from './service/behaviour/switch-table.ts';
export { DEFAULT_REPLIES } from './service/behaviour/reply-table.ts';
export type { Replies, RepliesUpdate } from './service/behaviour/reply-table.ts';
export { endlinkUrlMistake } from './service/endlink/endlink-url.ts';
export { MAGIC_SELLERS } from './service/magic-sellers.ts';
export type { MagicSeller } from './service/magic-sellers.ts';
export type { Client } from './market/oauth-records.ts';
export type { LogEntry, LoggedOpening, LoggedRequest } from './core/request-log.ts';
export { logLine } from './core/log-line.ts';
export type { ClientSeed, SellerSeed } from './market/seeds.ts';
export type { AllowedHosts, SandboxOptions } from './core/sandbox-options.ts';
export type { SandboxHelpers } from './control/helpers/helpers.ts';
export type {
  ActiveFault,
  AddedClient,
  AuthorizationOrder,
  ConnectionOrder,
  Duration,
  EndlinkStart,
  FaultOptions,
  IssuedTokens,
  NewClient,
  NewPacket,
  NewQuestion,
  PushFilter,
  RequestFilter,
  SandboxPush,
  SandboxRequest,
  SandboxSellersPacket,
  SettledOutcome,
  StartedEndlink,
} from './control/helpers/helper-types.ts';
export type { OutcomeSubject } from './control/helpers/wait-for-outcome.ts';
export type { Seller } from './market/market.ts';
export type {
  EndlinkQuestion,
  Packet,
  PacketSeed,
  Question,
  QuestionSeed,
  TextQuestion,
} from './market/packets.ts';
export type { SellersPacketState } from './market/sellers-packets.ts';
