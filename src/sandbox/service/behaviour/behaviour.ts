import { z } from 'zod/v4';
import { DEFAULT_ENDLINK_BEHAVIOUR, endlinkSwitches } from './endlink-behaviour.ts';
import type { EndlinkBehaviour } from './endlink-behaviour.ts';
import { DEFAULT_OAUTH_BEHAVIOUR, oauthSwitches } from './oauth-behaviour.ts';
import type { OAuthBehaviour } from './oauth-behaviour.ts';

/**
 * What the interface leaves open ("not shown"), one switch each. The same names are used by `createSandbox` and by
 * `POST /sandbox/behaviour`.
 */
export interface Behaviour extends EndlinkBehaviour, OAuthBehaviour {}

/** How the sandbox behaves unless told otherwise. */
export const DEFAULT_BEHAVIOUR: Readonly<Behaviour> = {
  ...DEFAULT_ENDLINK_BEHAVIOUR,
  ...DEFAULT_OAUTH_BEHAVIOUR,
};

/** Some of the switches, and nothing that is none. What JSON leaves out is absent, never `undefined`. */
export const behaviourUpdate = z
  .strictObject({ ...endlinkSwitches, ...oauthSwitches })
  .partial() as z.ZodType<Partial<Behaviour>>;
