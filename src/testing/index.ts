/**
 * For the unit tests of pages with Vaultlink, in a browser, in jsdom or in happy-dom: a token and a backend whose answers the test decides, and a way
 * back to the beginning between two tests. It needs no library of a server.
 *
 * @module
 */
export type { EndlinkEvent, EndlinkEventType } from '../browser/endlink/endlink-events.ts';
export type * from '../browser/vault/vault-events.ts';
export { fakeBackend } from './fake-backend.ts';
export type { FakeBackend, FakeBackendOptions, ReceivedPush } from './fake-backend.ts';
export { fakeEndlink } from './fake-endlink.ts';
export type { FakeEndlink, FakeReport, FakeState } from './fake-endlink.ts';
export { resetVaultlink } from './reset.ts';
