import { expect as playwrightExpect, test as playwrightTest } from '@playwright/test';
import { expect as webkitExpect } from '../../engines/webkit/expect.ts';
import { webkitTest } from '../../engines/webkit/fixtures.ts';
import { ENGINE } from '../../support/engines.ts';

/** Playwright's `test`, in whichever engine this run is for. */
export const test = ENGINE === 'webkit' ? webkitTest : playwrightTest;

/** Playwright's `expect`, likewise. */
export const expect =
  ENGINE === 'webkit' ? (webkitExpect as typeof playwrightExpect) : playwrightExpect;
