/** The part of the script tag that defines the elements. Importing it does. */
import './define.ts';
import { giveMissedEvents } from './late-listeners.ts';
import { VaultlinkElement } from './vaultlink-element.ts';

giveMissedEvents(VaultlinkElement.prototype);

export const start = (): object => ({});
