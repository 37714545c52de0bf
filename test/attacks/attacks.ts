import { ANSWERS } from './answers.ts';
import type { Attack } from './attack.ts';
import { FLOODS } from './floods.ts';
import { IMPOSTORS } from './impostors.ts';
import { LOCKS } from './locks.ts';
import { PAUSES } from './pauses.ts';

/** All attacks, in the order in which they are tried. */
export const ATTACKS: readonly Attack[] = [
  ...FLOODS,
  ...LOCKS,
  ...PAUSES,
  ...IMPOSTORS,
  ...ANSWERS,
];
