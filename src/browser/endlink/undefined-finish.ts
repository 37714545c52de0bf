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

/** Elements that may report by themselves once their code is here. */
export const UNDEFINED_FINISH = 'endlink-finish:not(:defined,[manual],[preview],[test],[via])';

/** Properties with which an element does not report by itself in the plain way. A framework, or a script, may set them before the code is here. */
const HOLDING_PROPERTIES = ['manual', 'preview', 'test', 'via'];

/** Returns what a property of an element says before its code is here, or else the attribute. */
const settingOf = (element: Element, property: string, attribute = property): unknown =>
  Reflect.get(element, property) ?? readAttribute(element, attribute) ?? undefined;

/** Returns the outcome that an element would report now, once it is rendered. As an element does, takes the four outcomes alone, and no tool's code. */
export function outcomeOfUndefined(engine: EndlinkEngine, element: Element): Outcome | undefined {
  const { state } = engine.state();
  const isOpen = state === 'waiting' || state === 'expired';
  if (!isOpen || engine.page.isEntryUnknown || !isMatch(element, UNDEFINED_FINISH))
    return undefined;
  if (HOLDING_PROPERTIES.some((name) => Reflect.get(element, name))) return undefined;
  const outcome = settingOf(element, 'outcome');
  return isOutcome(outcome) ? outcome : undefined;
}

/** Gives the engine the addresses of an element, and asks the page by `endlink-reporting`. Returns whether no listener has cancelled it. */
export function mayReportUndefined(engine: EndlinkEngine, element: Element): boolean {
  engine.configure({
    baseUrl: settingOf(element, 'baseUrl', 'base-url') as string | undefined,
    relayUrl: settingOf(element, 'relayUrl', 'relay-url') as string | undefined,
  });
  return element.dispatchEvent(new EndlinkEvent('endlink-reporting', engine.state()));
}
