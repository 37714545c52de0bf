import { EndlinkFinish as EndlinkFinishElement } from '../../browser/elements/define/endlink-finish.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

/** The props of {@link EndlinkFinish}. */
export type EndlinkFinishProps = ElementProps<'endlink-finish'>;

/** `<endlink-finish>`: reports the outcome of a survey, and shows how that went. With `onEndlinkReporting` it waits for the page to be hydrated. */
export const EndlinkFinish: ElementComponent<'endlink-finish'> =
  /* @__PURE__ */ createElementComponent('endlink-finish', {
    elementClass: EndlinkFinishElement,
    events: {
      onEndlinkReporting: 'endlink-reporting',
      onEndlinkAccepted: 'endlink-accepted',
      onEndlinkConfirmed: 'endlink-confirmed',
      onEndlinkRejected: 'endlink-rejected',
      onEndlinkUnknown: 'endlink-unknown',
      onEndlinkMissing: 'endlink-missing',
      onEndlinkExpiring: 'endlink-expiring',
    },
    awaits: { property: 'outcome', handler: 'onEndlinkReporting' },
  });
