'use client';
/**
 * The elements as components of React, and their states as hooks. A server component may import it.
 *
 * @module
 */
export type { ReactElements } from './elements.ts';
export { EndlinkFinish, VaultConnect, VaultPush } from './components.ts';
export type { EndlinkFinishProps, VaultConnectProps, VaultPushProps } from './components.ts';
export { useEndlink, useVault } from './hooks.ts';
export type { EndlinkFinish as EndlinkFinishElement } from '../../browser/elements/define/endlink-finish.ts';
export type { VaultConnect as VaultConnectElement } from '../../browser/elements/define/vault-connect.ts';
export type { VaultPush as VaultPushElement } from '../../browser/elements/define/vault-push.ts';
