/**
 * The elements as types, for the types of each framework.
 *
 * Made from the docstrings of the elements: change them there, then run "npm run generate:types".
 *
 * @module
 */
import type { EndlinkFinish } from '../browser/elements/define/endlink-finish.ts';
import type { VaultConnect } from '../browser/elements/define/vault-connect.ts';
import type { VaultPush } from '../browser/elements/define/vault-push.ts';
import type { EndlinkEvent } from '../browser/endlink/index.ts';
import type {
  VaultConnectedEvent,
  VaultDeniedEvent,
  VaultDisconnectedEvent,
  VaultFailedEvent,
  VaultPushFailedEvent,
  VaultPushedEvent,
  VaultPushingEvent,
} from '../browser/vault/index.ts';

/** Attributes of `<endlink-finish>`. */
interface EndlinkFinishAttributes {
  /** Outcome to report: `complete`, `fail`, `quota_full` or `screenout`. It may be set later. */
  outcome?: EndlinkFinish['outcome'] | null | undefined;
  /** Way in which the report is sent: `fetch`, `redirect` or `relay`. Default: that of the script tag, else `fetch`. */
  via?: EndlinkFinish['via'] | null | undefined;
  /** The service's address. Default: that of the script tag. */
  'base-url'?: EndlinkFinish['baseUrl'] | null | undefined;
  /** Address to which `relay` posts. Default: that of the script tag. */
  'relay-url'?: EndlinkFinish['relayUrl'] | null | undefined;
  /** Dry run: nothing is sent, and the value chooses the result. Default: that of the script tag. */
  test?: EndlinkFinish['test'] | null | undefined;
  /** Shows a button instead of reporting by itself. Default: false. */
  manual?: EndlinkFinish['manual'] | null | undefined;
  /** Shows a state, or one of the sentences `probablyRecorded` and `misconfigured`, and does nothing else. Default: none. */
  preview?: EndlinkFinish['preview'] | null | undefined;
}

/** Properties of `<endlink-finish>` that can be set. */
interface EndlinkFinishProperties {
  /** Outcome to report: `complete`, `fail`, `quota_full` or `screenout`. It may be set later. */
  outcome?: EndlinkFinish['outcome'] | null | undefined;
  /** Way in which the report is sent: `fetch`, `redirect` or `relay`. Default: that of the script tag, else `fetch`. */
  via?: EndlinkFinish['via'] | null | undefined;
  /** The service's address. Default: that of the script tag. */
  baseUrl?: EndlinkFinish['baseUrl'] | null | undefined;
  /** Address to which `relay` posts. Default: that of the script tag. */
  relayUrl?: EndlinkFinish['relayUrl'] | null | undefined;
  /** Dry run: nothing is sent, and the value chooses the result. Default: that of the script tag. */
  test?: EndlinkFinish['test'] | null | undefined;
  /** Shows a button instead of reporting by itself. Default: false. */
  manual?: EndlinkFinish['manual'] | null | undefined;
  /** Shows a state, or one of the sentences `probablyRecorded` and `misconfigured`, and does nothing else. Default: none. */
  preview?: EndlinkFinish['preview'] | null | undefined;
}

/** Events that `<endlink-finish>` dispatches. */
interface EndlinkFinishEvents {
  /** about to report; cancel it to hold the report back */
  'endlink-reporting': EndlinkEvent;
  /** the buyer's server has it, and delivers it */
  'endlink-accepted': EndlinkEvent;
  /** the service has it */
  'endlink-confirmed': EndlinkEvent;
  /** the service refused it */
  'endlink-rejected': EndlinkEvent;
  /** no readable answer; attempts go on */
  'endlink-unknown': EndlinkEvent;
  /** this tab has no token */
  'endlink-missing': EndlinkEvent;
  /** the token expires in five minutes */
  'endlink-expiring': EndlinkEvent;
}

/** Names of the slots of `<endlink-finish>`. */
type EndlinkFinishSlot =
  | 'missing'
  | 'waiting'
  | 'expired'
  | 'reporting'
  | 'accepted'
  | 'confirmed'
  | 'rejected'
  | 'unknown';

/** Attributes of `<vault-connect>`. */
interface VaultConnectAttributes {
  /** Base path of the backend for the front end. Default: `/vault`. */
  'bff-url'?: VaultConnect['bffUrl'] | null | undefined;
  /** `popup` asks in a window of its own, or in the page if the window is blocked. Default: `page`. */
  display?: VaultConnect['display'] | null | undefined;
  /** Address to which the user comes back. Default: this page. */
  'return-to'?: VaultConnect['returnTo'] | null | undefined;
  /** The hook: the service's authorization page. */
  'authorize-url'?: VaultConnect['authorizeUrl'] | null | undefined;
  /** The hook: the client's id. */
  'client-id'?: VaultConnect['clientId'] | null | undefined;
  /** The hook: exactly as in the client's settings. */
  'redirect-uri'?: VaultConnect['redirectUri'] | null | undefined;
  /** The hook: where the code is posted. */
  'exchange-url'?: VaultConnect['exchangeUrl'] | null | undefined;
  /** The hook: where the session is requested (GET) and ended (DELETE). Default: nowhere. */
  'session-url'?: VaultConnect['sessionUrl'] | null | undefined;
  /** Shows a state, or the sentence `denied`, and does nothing else. Default: none. */
  preview?: VaultConnect['preview'] | null | undefined;
}

/** Properties of `<vault-connect>` that can be set. */
interface VaultConnectProperties {
  /** Base path of the backend for the front end. Default: `/vault`. */
  bffUrl?: VaultConnect['bffUrl'] | null | undefined;
  /** `popup` asks in a window of its own, or in the page if the window is blocked. Default: `page`. */
  display?: VaultConnect['display'] | null | undefined;
  /** Address to which the user comes back. Default: this page. */
  returnTo?: VaultConnect['returnTo'] | null | undefined;
  /** The hook: the service's authorization page. */
  authorizeUrl?: VaultConnect['authorizeUrl'] | null | undefined;
  /** The hook: the client's id. */
  clientId?: VaultConnect['clientId'] | null | undefined;
  /** The hook: exactly as in the client's settings. */
  redirectUri?: VaultConnect['redirectUri'] | null | undefined;
  /** The hook: where the code is posted. */
  exchangeUrl?: VaultConnect['exchangeUrl'] | null | undefined;
  /** The hook: where the session is requested (GET) and ended (DELETE). Default: nowhere. */
  sessionUrl?: VaultConnect['sessionUrl'] | null | undefined;
  /** Shows a state, or the sentence `denied`, and does nothing else. Default: none. */
  preview?: VaultConnect['preview'] | null | undefined;
}

/** Events that `<vault-connect>` dispatches. */
interface VaultConnectEvents {
  /** the vault is connected; the detail is the session */
  'vault-connected': VaultConnectedEvent;
  /** the vault is not connected, or no longer; the detail is the session */
  'vault-disconnected': VaultDisconnectedEvent;
  /** the user refused to connect */
  'vault-denied': VaultDeniedEvent;
  /** something went wrong; the detail is `{error, error_description}` */
  'vault-failed': VaultFailedEvent;
}

/** Names of the slots of `<vault-connect>`. */
type VaultConnectSlot =
  'checking' | 'disconnected' | 'denied' | 'connecting' | 'connected' | 'reconnect' | 'failed';

/** Attributes of `<vault-push>`. */
interface VaultPushAttributes {
  /** The packet to push to. */
  'packet-id'?: VaultPush['packetId'] | null | undefined;
  /** Base path of the backend for the front end. Default: `/vault`. */
  'bff-url'?: VaultPush['bffUrl'] | null | undefined;
  /** Shows a state, or one of the sentences `refused`, `unconnected`, `busy`, `unsaved` and `unanswered` of a failure, and does nothing else. Default:
none. */
  preview?: VaultPush['preview'] | null | undefined;
}

/** Properties of `<vault-push>` that can be set. */
interface VaultPushProperties {
  /** The packet to push to. */
  packetId?: VaultPush['packetId'] | null | undefined;
  /** Base path of the backend for the front end. Default: `/vault`. */
  bffUrl?: VaultPush['bffUrl'] | null | undefined;
  /** Shows a state, or one of the sentences `refused`, `unconnected`, `busy`, `unsaved` and `unanswered` of a failure, and does nothing else. Default:
none. */
  preview?: VaultPush['preview'] | null | undefined;
}

/** Events that `<vault-push>` dispatches. */
interface VaultPushEvents {
  /** a push is about to be sent; cancelable; the detail is `{packetId, answers}` */
  'vault-pushing': VaultPushingEvent;
  /** the answers are saved; the detail is the service's reply */
  'vault-pushed': VaultPushedEvent;
  /** the push failed; the detail is `{error, error_description, messages?}` */
  'vault-push-failed': VaultPushFailedEvent;
}

/** Names of the slots of `<vault-push>`. */
type VaultPushSlot = '' | 'ready' | 'pushing' | 'pushed' | 'failed';

/** The elements by their tag names. */
export interface ElementTypes {
  /** The end of a survey: reports the outcome and shows how that went. */
  'endlink-finish': {
    element: EndlinkFinish;
    attributes: EndlinkFinishAttributes;
    properties: EndlinkFinishProperties;
    events: EndlinkFinishEvents;
    slot: EndlinkFinishSlot;
  };
  /** Connects a user's vault. */
  'vault-connect': {
    element: VaultConnect;
    attributes: VaultConnectAttributes;
    properties: VaultConnectProperties;
    events: VaultConnectEvents;
    slot: VaultConnectSlot;
  };
  /** A form whose answers go into the user's vault. */
  'vault-push': {
    element: VaultPush;
    attributes: VaultPushAttributes;
    properties: VaultPushProperties;
    events: VaultPushEvents;
    slot: VaultPushSlot;
  };
}
