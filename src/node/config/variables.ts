import type { Variable } from './variable.ts';
import { CALLERS } from './variables/callers.ts';
import { CLIENT } from './variables/client.ts';
import { REPORTS } from './variables/reports.ts';
import { SERVER } from './variables/server.ts';
import { STORAGE } from './variables/storage.ts';

/** All variables of `vaultlink serve` and of the commands beside it. */
const VARIABLES = { ...CLIENT, ...CALLERS, ...STORAGE, ...REPORTS, ...SERVER };

/** A name of a variable. */
export type VariableName = keyof typeof VARIABLES;

/** What {@link VARIABLES} are read as. One that has no default may be `undefined`. */
export type VariableValues = {
  readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]>;
};

type ValueOf<V extends Variable> =
  ReturnType<V['read']> | (V extends { whenUnset: string } ? undefined : never);

type Named = readonly (readonly [VariableName, Variable])[];

const named = (variables: Partial<Record<VariableName, Variable>>) =>
  Object.entries(variables) as unknown as Named;

/** Every variable with its name. */
export const ALL_VARIABLES = named(VARIABLES);

/** The same in groups, with a title each. */
export const GROUPS: readonly { title: string; variables: Named }[] = [
  { title: 'The service and your OAuth client', variables: named(CLIENT) },
  { title: 'Who may call', variables: named(CALLERS) },
  { title: 'Keys and storage', variables: named(STORAGE) },
  { title: 'The relay and the hook', variables: named(REPORTS) },
  { title: 'The server', variables: named(SERVER) },
];

/** The name of the variable that leads to a file with the value. */
export const fileVariableOf = (name: VariableName): string => `${name}_FILE`;
