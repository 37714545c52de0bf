/**
 * Defines all elements, each unless the page has one of that name. Only this module and those in `define/` have an effect when they are imported.
 *
 * @module
 */
export { EndlinkFinish } from './define/endlink-finish.ts';
export { VaultConnect } from './define/vault-connect.ts';
export { VaultPush } from './define/vault-push.ts';
export type { EndlinkEvent, EndlinkEventType } from '../endlink/endlink-events.ts';
export type { ConnectionSnapshot, ConnectionState } from '../vault/connection.ts';
export * from '../vault/vault-events.ts';
export type { MessageOverrides, Messages } from './messages.ts';
export type { PushState } from './vault-push.ts';
