import { z } from 'zod/v4';
import { endlinkSwitches } from './endlink-behaviour.ts';
import type { EndlinkBehaviour } from './endlink-behaviour.ts';
import { oauthSwitches } from './oauth-behaviour.ts';
import type { OAuthBehaviour } from './oauth-behaviour.ts';
import type { Switch } from './switch-values.ts';

/**
 * Switches for everything that the interface leaves open ("not shown"). The same names are used by `createSandbox` and by
 * `POST /sandbox/behaviour`.
 */
export interface Behaviour extends EndlinkBehaviour, OAuthBehaviour {}

/** Every switch with its default, its meaning, the section that leaves it open, and the values that it can have. */
const SWITCHES: { readonly [Name in keyof Behaviour]: Switch<Behaviour[Name]> } = {
  ...endlinkSwitches,
  ...oauthSwitches,
};

const NAMES = Object.keys(SWITCHES) as (keyof Behaviour)[];

/** Default value of every switch. */
export const DEFAULT_BEHAVIOUR = Object.fromEntries(
  NAMES.map((name) => [name, SWITCHES[name].default]),
) as unknown as Readonly<Behaviour>;

/** Schema of a change of some switches. Refuses unknown names. A switch that the JSON leaves out is absent, never `undefined`. */
export const behaviourUpdate = z
  .strictObject(Object.fromEntries(NAMES.map((name) => [name, SWITCHES[name].schema])))
  .partial() as z.ZodType<Partial<Behaviour>>;

/** Returns every switch with its present value, as `GET /sandbox/behaviour` shows it. */
export const switchList = (present: Behaviour) =>
  NAMES.map((name) => {
    const { default: initial, meaning, section, values } = SWITCHES[name];
    return { name, value: present[name], default: initial, meaning, section, values };
  });
