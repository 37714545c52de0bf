/**
 * The backend for the front end: a function from a request to a response that keeps the client secret and the tokens out of browsers. It uses only
 * Web APIs.
 *
 * @module
 */
export type { VaultBff } from './vault-bff.ts';
export { createVaultBff } from './create-vault-bff.ts';
export type { LateOptions } from './create-vault-bff.ts';
export type {
  PushAttempts,
  PushFailed,
  PushItem,
  PushManyOptions,
  PushResult,
  PushSucceeded,
} from './push/push-many-options.ts';
export type { PauseGate } from './push/pause-gate.ts';
export { openApiDocument } from './openapi.ts';
export type { RouteRequest } from './http/route-request.ts';
export type { RouteResponse } from './http/replies.ts';
export type { Migration, Stage } from './stores/migration.ts';
export { fetchTransport } from './service/service-transport.ts';
export type {
  ServiceTransport,
  TransportRequest,
  TransportResponse,
} from './service/service-transport.ts';
export { memoryStore } from './stores/memory.ts';
export type { MemoryStoreOptions } from './stores/memory.ts';
export { sessionStateOf } from './stores/session-state.ts';
export type {
  ConsumedStates,
  Grant,
  GrantLeases,
  GrantState,
  Grants,
  NewPair,
  RefreshMark,
  Secrets,
  Session,
  Sessions,
  SessionState,
  Store,
  StoreHealth,
  StoreProbe,
  StoreUpkeep,
} from './stores/store.ts';
export type {
  AnonymousCallsOptions,
  ClientOptions,
  MayReportQuestion,
  RequestEnd,
  SealingKey,
  ServiceOptions,
  ServiceRequest,
  Telemetry,
  VaultBffOptions,
} from './config/bff-options.ts';
export type { VaultEvent } from './events.ts';
export type {
  CountedBy,
  OutcomeCount,
  OutcomePage,
  OutcomeQuery,
  OutcomeRecord,
  OutcomeToReport,
  VaultOutcomes,
} from './outcomes/host-outcomes.ts';
export type { DeliveryTurn } from './outcomes/run-deliveries.ts';
export { dayOf, OPEN_STATES, OUTBOX_ENDS } from './stores/outbox.ts';
export type {
  AcceptedRow,
  Awaitable,
  NewOutboxRow,
  Outbox,
  OutboxCount,
  OutboxEnd,
  OutboxKind,
  OutboxLease,
  OutboxQuery,
  OutboxRow,
  OutboxState,
} from './stores/outbox.ts';
export { logLevelOf } from './log-events.ts';
export type { LogEntry, LogLevel } from './log-events.ts';
export { logSchema } from './log-schema.ts';
export { resealAll } from './grants/reseal.ts';
export type { ResealCounts, ResealOptions, ResealSummary } from './grants/reseal.ts';
