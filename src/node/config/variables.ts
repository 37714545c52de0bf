import type { Variable } from './variable.ts';
import { CALLERS } from './variables/callers.ts';
import { CLIENT } from './variables/client.ts';
import { REPORTS } from './variables/relay-and-hook.ts';
import { SERVER } from './variables/server.ts';
import { STORAGE } from './variables/storage.ts';

/** All variables of the `vaultlink` commands. */
const VARIABLES = { ...CLIENT, ...CALLERS, ...STORAGE, ...REPORTS, ...SERVER };

/** Name of a variable. */
export type VariableName = keyof typeof VARIABLES;

/** The parsed values of {@link VARIABLES}. Variables without a default may be `undefined`. */
export type VariableValues = {
  readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]>;
};

type ValueOf<V extends Variable> =
  ReturnType<V['read']> | (V extends { whenUnset: string } ? undefined : never);

type Named = readonly (readonly [VariableName, Variable])[];

const named = (variables: Partial<Record<VariableName, Variable>>) =>
  Object.entries(variables) as unknown as Named;

/** All variables with their names. */
export const ALL_VARIABLES = named(VARIABLES);

/** All variables in titled groups. */
export const GROUPS: readonly { title: string; variables: Named }[] = [
  { title: 'The service and your OAuth client', variables: named(CLIENT) },
  { title: 'Who may call', variables: named(CALLERS) },
  { title: 'Keys and storage', variables: named(STORAGE) },
  { title: 'The relay and the hook', variables: named(REPORTS) },
  { title: 'The server', variables: named(SERVER) },
];

/** Returns the name of the variable for a file that contains the value. */
export const fileVariableOf = (name: VariableName): string => `${name}_FILE`;
