import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { ELEMENT_FUNCTION, watchElement } from '../../check/index.ts';

/** The screen of a phone, in CSS pixels. */
const PHONE = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true };

/** Milliseconds in which a page takes on another layout. */
const LAYOUT_MS = 1000;

/** Code for the page: whether the element that has reported is rendered. */
const IS_SHOWN = `window.${ELEMENT_FUNCTION}?.()`;

/** Code for the page: a promise that is kept once a new layout has been drawn. */
const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Has the pages of a visit note which element reports. */
export async function watchElements(context: BrowserContext): Promise<void> {
  await context.addInitScript(watchElement, { name: ELEMENT_FUNCTION });
}

/**
 * Looks at the last page of a visit on the screen of a phone.
 *
 * @returns origin and path of a page, or of a frame in it, whose element has reported and is not rendered there. `undefined`: there is none
 */
export async function lookAsPhone(page: Page): Promise<string | undefined> {
  try {
    const frames = await framesThatShow(page);
    if (!frames.length) return undefined;
    const session = await page.context().newCDPSession(page);
    await emulatePhone(session);
    for (const frame of frames)
      if (!(await isShownSoon(frame))) return frame.url().replace(/[?#].*/, '');
  } catch {
    // The page is gone.
  }
  return undefined;
}

async function emulatePhone(session: CDPSession): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', PHONE);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** Returns the frames that show the element which has reported. */
async function framesThatShow(page: Page): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const frame of page.frames()) if (await isShown(frame)) frames.push(frame);
  return frames;
}

const isShown = (frame: Frame) => frame.evaluate<boolean | undefined>(IS_SHOWN);

async function isShownSoon(frame: Frame): Promise<boolean> {
  await frame.evaluate(TWO_FRAMES);
  if (await isShown(frame)) return true;
  return frame.waitForFunction(IS_SHOWN, undefined, { timeout: LAYOUT_MS }).then(
    () => true,
    () => false,
  );
}
