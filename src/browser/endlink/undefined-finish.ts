/**
 * Does what an `<endlink-finish>` does before it reports, in the place of one whose code is not here.
 *
 * @module
 */
import { isOutcome } from '../../protocol/endlink.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { isMatch, readAttribute } from '../unclobbered.ts';
import { EndlinkEvent } from './endlink-events.ts';
import type { EndlinkEngine } from './parts.ts';

/** Elements that would report by themselves if their code was here. */
export const UNDEFINED_FINISH =
  'endlink-finish[outcome]:not(:defined,[manual],[preview],[test],[via])';

/** Returns the outcome that an element would report now, once it is rendered. As an element does, takes the four outcomes alone, and no tool's code. */
export function outcomeOfUndefined(engine: EndlinkEngine, element: Element): Outcome | undefined {
  const { state } = engine.state();
  const isOpen = state === 'waiting' || state === 'expired';
  if (!isOpen || engine.page.isEntryUnknown || !isMatch(element, UNDEFINED_FINISH))
    return undefined;
  const outcome = readAttribute(element, 'outcome');
  return isOutcome(outcome) ? outcome : undefined;
}

/** Gives the engine the addresses in an element's attributes, and asks the page by `endlink-reporting`. Returns whether no listener has cancelled it. */
export function mayReportUndefined(engine: EndlinkEngine, element: Element): boolean {
  engine.configure({
    baseUrl: readAttribute(element, 'base-url') ?? undefined,
    relayUrl: readAttribute(element, 'relay-url') ?? undefined,
  });
  return element.dispatchEvent(new EndlinkEvent('endlink-reporting', engine.state()));
}
