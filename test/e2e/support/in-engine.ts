import { expect as playwrightExpect, test as playwrightTest } from '@playwright/test';
import { ENGINE } from '../../support/engines.ts';
import { webkitExpect, webkitTest } from '../../webkit-for-playwright/index.ts';

/** Playwright's `test`, in whichever engine this run is for. */
export const test = ENGINE === 'webkit' ? webkitTest : playwrightTest;

/** Playwright's `expect`, likewise. */
export const expect =
  ENGINE === 'webkit' ? (webkitExpect as typeof playwrightExpect) : playwrightExpect;
