import { VaultlinkElement } from './vaultlink-element.ts';

/** An element that keeps the event that it dispatched last. */
export type EventKeeper = HTMLElement & { lastEvent?: Event | undefined };

/**
 * Has all elements keep the event that they dispatch last, as `lastEvent`. A framework that hydrates a page of a server adds its listeners late, and
 * reads there what they have missed.
 *
 * Not in the class itself, so that a page of which nothing is hydrated does not download it.
 */
export function keepLastEvents(): void {
  VaultlinkElement.prototype.dispatchEvent = function (this: EventKeeper, event) {
    this.lastEvent = event;
    return HTMLElement.prototype.dispatchEvent.call(this, event);
  };
}
