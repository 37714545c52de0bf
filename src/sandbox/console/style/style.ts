import { check } from './check-style.ts';
import { foundation } from './foundation.ts';
import { lab } from './lab-style.ts';
import { layout } from './layout.ts';
import { lists } from './lists.ts';
import { log } from './log-style.ts';
import { widgets } from './widgets.ts';

/** The style of every page of the sandbox. */
export const style = foundation + widgets + layout + lists + log + lab + check;
