import { EndlinkFinish as EndlinkFinishElement } from '../../browser/elements/define/endlink-finish.ts';
import type { EndlinkEventType } from '../../browser/endlink/index.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

/** The props of {@link EndlinkFinish}. */
export type EndlinkFinishProps = ElementProps<
  EndlinkFinishElement,
  'outcome' | 'via' | 'baseUrl' | 'relayUrl' | 'test' | 'manual',
  EndlinkEventType
>;

/** `<endlink-finish>`: reports the outcome of a survey, and shows how that went. With `onEndlinkReporting` it waits for the page to be hydrated. */
export const EndlinkFinish: ElementComponent<EndlinkFinishElement, EndlinkFinishProps> =
  /* @__PURE__ */ createElementComponent<EndlinkFinishElement, EndlinkFinishProps>({
    tag: 'endlink-finish',
    elementClass: EndlinkFinishElement,
    events: [
      'endlink-reporting',
      'endlink-accepted',
      'endlink-confirmed',
      'endlink-rejected',
      'endlink-unknown',
      'endlink-missing',
      'endlink-expiring',
    ] satisfies EndlinkEventType[],
    awaits: { property: 'outcome', handler: 'onEndlinkReporting' },
  });
