import {
  booleanAttribute,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  input,
  output,
} from '@angular/core';
import type { DryRun, EndlinkEvent, EndlinkState, Outcome, Via } from 'vaultlink/endlink';
import 'vaultlink/elements/endlink-finish';
import type { EndlinkFinish as EndlinkFinishElement } from 'vaultlink/elements/endlink-finish';

/**
 * `<endlink-finish>` for templates: reports an outcome and shows the user how that went.
 *
 * The host is the element itself, and what stands inside the tag stays inside it. Inputs are written as attributes, so that a page that was
 * rendered on a server has them before Angular runs.
 *
 * @see docs/elements.md
 */
@Component({
  selector: 'endlink-finish',
  template: '<ng-content />',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[attr.outcome]': 'outcome()',
    '[attr.via]': 'via()',
    '[attr.base-url]': 'baseUrl()',
    '[attr.relay-url]': 'relayUrl()',
    '[attr.test]': 'test()',
    '[attr.manual]': "manual() ? '' : null",
    '[attr.preview]': 'preview()',
    '(endlink-reporting)': 'endlinkReporting.emit($event)',
    '(endlink-accepted)': 'endlinkAccepted.emit($event)',
    '(endlink-confirmed)': 'endlinkConfirmed.emit($event)',
    '(endlink-rejected)': 'endlinkRejected.emit($event)',
    '(endlink-unknown)': 'endlinkUnknown.emit($event)',
    '(endlink-missing)': 'endlinkMissing.emit($event)',
    '(endlink-expiring)': 'endlinkExpiring.emit($event)',
  },
})
export class EndlinkFinish {
  /** Outcome to report. It may be set later. */
  readonly outcome = input<Outcome | null | undefined>();
  /** Default: that of the script tag, else `fetch`. */
  readonly via = input<Via | null | undefined>();
  /** The service's address. Default: that of the script tag. */
  readonly baseUrl = input<string | null | undefined>();
  /** Address to which `relay` posts. Default: that of the script tag. */
  readonly relayUrl = input<string | null | undefined>();
  /** Dry run. Default: that of the script tag. */
  readonly test = input<DryRun | null | undefined>();
  /** Shows a button instead of reporting by itself. Default: false. */
  readonly manual = input(false, { transform: booleanAttribute });
  /** Shows a state, and does nothing else. Default: none. */
  readonly preview = input<EndlinkFinishElement['preview'] | null>();

  /** About to report; `preventDefault()` holds the report back. */
  readonly endlinkReporting = output<EndlinkEvent>();
  /** The buyer's server has the outcome, and delivers it. */
  readonly endlinkAccepted = output<EndlinkEvent>();
  /** The service has the outcome. */
  readonly endlinkConfirmed = output<EndlinkEvent>();
  /** The service refused the outcome. */
  readonly endlinkRejected = output<EndlinkEvent>();
  /** There was no readable answer; attempts go on. */
  readonly endlinkUnknown = output<EndlinkEvent>();
  /** This tab has no token. */
  readonly endlinkMissing = output<EndlinkEvent>();
  /** The token expires in five minutes. */
  readonly endlinkExpiring = output<EndlinkEvent>();

  /** The element itself. */
  readonly element = inject<ElementRef<EndlinkFinishElement>>(ElementRef).nativeElement;

  /**
   * Reports the outcome, unless a listener cancels `endlinkReporting`. Never throws.
   *
   * @param options `via` for this one report
   * @returns the state after the first answer, or after the first attempt that had none
   */
  report(options?: { via?: Via | undefined }): Promise<EndlinkState> {
    return this.element.report(options);
  }
}
