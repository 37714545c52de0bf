/**
 * The events of the vault's elements. They bubble, and leave the shadow trees around the element.
 *
 * @module
 */
import type { VaultErrorData } from '../../protocol/errors.ts';
import type { SessionReply } from '../../protocol/local.ts';
import type { Answers, PushReply } from '../../protocol/push.ts';

// Some servers that import this module to render a page have no CustomEvent.
const BaseEvent = globalThis.CustomEvent ?? (Object as unknown as typeof CustomEvent);

abstract class VaultEvent<Detail> extends BaseEvent<Detail> {
  constructor(type: string, detail: Detail, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable, detail });
  }
}

/** The vault is connected. The detail is the session of the backend. */
export class VaultConnectedEvent extends VaultEvent<SessionReply> {
  /** @param session answer of the backend */
  constructor(session: SessionReply) {
    super('vault-connected', session);
  }
}

/** The vault is not connected. `detail.reason` is `reconnect` if the user was connected and has to connect again. */
export class VaultDisconnectedEvent extends VaultEvent<SessionReply> {
  /** @param session answer of the backend */
  constructor(session: SessionReply) {
    super('vault-disconnected', session);
  }
}

/** The user has refused to connect. */
export class VaultDeniedEvent extends VaultEvent<VaultErrorData> {
  /** @param error its code is `access_denied` */
  constructor(error: VaultErrorData) {
    super('vault-denied', error);
  }
}

/** Connecting, disconnecting or checking the connection has failed. */
export class VaultFailedEvent extends VaultEvent<VaultErrorData> {
  /** @param error what went wrong */
  constructor(error: VaultErrorData) {
    super('vault-failed', error);
  }
}

/** Detail of a push that is about to be sent. */
export interface PushingDetail {
  packetId: string;
  /** A listener may change them. */
  answers: Answers;
}

/** A push is about to be sent. `preventDefault()` cancels it. */
export class VaultPushingEvent extends VaultEvent<PushingDetail> {
  /** @param push what will be sent */
  constructor(push: PushingDetail) {
    super('vault-pushing', push, true);
  }
}

/** The answers are saved. The detail is the answer of the service. */
export class VaultPushedEvent extends VaultEvent<PushReply> {
  /** @param reply answer of the service */
  constructor(reply: PushReply) {
    super('vault-pushed', reply);
  }
}

/** A push has failed. With the code `service_unreachable` or `service_error` the answers may be saved all the same. */
export class VaultPushFailedEvent extends VaultEvent<VaultErrorData> {
  /** @param error what went wrong */
  constructor(error: VaultErrorData) {
    super('vault-push-failed', error);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vault-connected': VaultConnectedEvent;
    'vault-disconnected': VaultDisconnectedEvent;
    'vault-denied': VaultDeniedEvent;
    'vault-failed': VaultFailedEvent;
    'vault-pushing': VaultPushingEvent;
    'vault-pushed': VaultPushedEvent;
    'vault-push-failed': VaultPushFailedEvent;
  }
}
