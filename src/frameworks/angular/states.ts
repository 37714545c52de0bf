import { isPlatformBrowser } from '@angular/common';
import { DestroyRef, inject, PLATFORM_ID, signal } from '@angular/core';
import type { Signal } from '@angular/core';
import { subscribeToEndlink } from 'vaultlink/endlink';
import type { EndlinkState } from 'vaultlink/endlink';
import { vaultConnection } from 'vaultlink/vault';
import type { ConnectionOptions, ConnectionSnapshot } from 'vaultlink/vault';

/** The value of a signal until a browser knows better. */
const MISSING: EndlinkState = { state: 'missing' };
const CHECKING: ConnectionSnapshot = { state: 'checking', isDenied: false };

/**
 * Returns the state of this tab's token as a signal. On a server it is always `missing`.
 *
 * Call it where Angular can inject: in a constructor or in the initializer of a field. The subscription ends with the component.
 */
export function injectEndlink(): Signal<EndlinkState> {
  return followStore(MISSING, subscribeToEndlink);
}

/**
 * Returns the connection to the user's vault as a signal. On a server it is always `checking`.
 *
 * Call it where Angular can inject: in a constructor or in the initializer of a field. The subscription ends with the component.
 *
 * @param options which backend. Default: `/vault` on this origin
 */
export function injectVault(options: ConnectionOptions = {}): Signal<ConnectionSnapshot> {
  return followStore(CHECKING, (listener) => vaultConnection(options).subscribe(listener));
}

/** A signal with the value of a store, which is subscribed to in a browser only. */
function followStore<Value>(
  initialValue: Value,
  subscribe: (listener: (value: Value) => void) => () => void,
): Signal<Value> {
  const value = signal(initialValue);
  if (isPlatformBrowser(inject(PLATFORM_ID))) {
    inject(DestroyRef).onDestroy(subscribe((next) => value.set(next)));
  }
  return value.asReadonly();
}
