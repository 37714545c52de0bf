import {
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  input,
  output,
} from '@angular/core';
import 'vaultlink/elements/vault-push';
import type { VaultPush as VaultPushElement } from 'vaultlink/elements/vault-push';
import type { VaultPushedEvent, VaultPushFailedEvent, VaultPushingEvent } from 'vaultlink/vault';

/**
 * `<vault-push>` for templates: a form whose answers go into the user's vault. Put the form inside the tag.
 *
 * The host is the element itself. Inputs are written as attributes, so that a page that was rendered on a server has them before Angular runs.
 *
 * @see docs/elements.md
 */
@Component({
  selector: 'vault-push',
  template: '<ng-content />',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[attr.packet-id]': 'packetId()',
    '[attr.bff-url]': 'bffUrl()',
    '[attr.preview]': 'preview()',
    '(vault-pushing)': 'vaultPushing.emit($event)',
    '(vault-pushed)': 'vaultPushed.emit($event)',
    '(vault-push-failed)': 'vaultPushFailed.emit($event)',
  },
})
export class VaultPush {
  /** The packet to push to. */
  readonly packetId = input<string | null | undefined>();
  /** Base path of the backend. Default: `/vault`. */
  readonly bffUrl = input<string | null | undefined>();
  /** Shows a state, and does nothing else. Default: none. */
  readonly preview = input<VaultPushElement['preview'] | null>();

  /** A push is about to be sent; `preventDefault()` holds it back. */
  readonly vaultPushing = output<VaultPushingEvent>();
  /** The answers are saved. */
  readonly vaultPushed = output<VaultPushedEvent>();
  /** The push failed. */
  readonly vaultPushFailed = output<VaultPushFailedEvent>();

  /** The element itself. */
  readonly element = inject<ElementRef<VaultPushElement>>(ElementRef).nativeElement;
}
