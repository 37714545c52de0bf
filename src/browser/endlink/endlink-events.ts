import { dispatchAtDocument } from '../unclobbered.ts';
import type { EndlinkEngine } from './parts.ts';
import type { EndlinkState } from './state.ts';

/** Types of the events of a report, and of the token before. */
export type EndlinkEventType =
  | 'endlink-reporting'
  | 'endlink-accepted'
  | 'endlink-confirmed'
  | 'endlink-rejected'
  | 'endlink-unknown'
  | 'endlink-missing'
  | 'endlink-expiring';

/** Bubbles and leaves shadow trees; its detail is the state. `endlink-reporting` can be cancelled, which holds the report back. */
export class EndlinkEvent extends CustomEvent<EndlinkState> {
  /** @param type one of {@link EndlinkEventType} */
  constructor(type: EndlinkEventType, detail: EndlinkState) {
    super(type, {
      bubbles: true,
      composed: true,
      cancelable: type === 'endlink-reporting',
      detail,
    });
  }
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalEventHandlersEventMap extends Record<EndlinkEventType, EndlinkEvent> {}
}

/** Returns the event that tells of a state. `undefined`: none does. */
export function eventTypeOf({ state, isExpiring }: EndlinkState): EndlinkEventType | undefined {
  if (state === 'waiting') return isExpiring ? 'endlink-expiring' : undefined;
  // An element asks with `endlink-reporting` before it reports.
  return state === 'expired' || state === 'reporting' ? undefined : `endlink-${state}`;
}

/** Dispatches the events of later states on the document, for pages without an element. */
export function dispatchOnDocument(engine: EndlinkEngine): void {
  let last = eventTypeOf(engine.state());
  engine.subscribe((state) => {
    const type = eventTypeOf(state);
    if (type && type !== last && !engine.page.presenters.size)
      dispatchAtDocument(new EndlinkEvent(type, state));
    last = type;
  });
}
