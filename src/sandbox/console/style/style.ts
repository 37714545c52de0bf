import { foundation } from './foundation.ts';
import { layout } from './layout.ts';
import { requests } from './requests.ts';
import { vault } from './vault.ts';
import { widgets } from './widgets.ts';

/** The style of every page of the sandbox. */
export const style = foundation + widgets + layout + requests + vault;
