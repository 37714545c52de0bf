import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { ELEMENT_FUNCTION, watchElement } from '../../check/index.ts';

/** The screen of a phone, in CSS pixels. */
const PHONE = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true };

const PHONE_AGENT = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  platform: 'Android',
  userAgentMetadata: {
    ...{ platform: 'Android', platformVersion: '10.0.0', architecture: '', model: 'K' },
    mobile: true,
  },
};

/** Milliseconds in which a page that was loaded again shows its element. */
const RELOAD_MS = 3000;

/** Milliseconds in which a page takes on another layout. */
const LAYOUT_MS = 1000;

/** Code for the page: whether the element that has reported is rendered. */
const IS_SHOWN = `window.${ELEMENT_FUNCTION}?.()`;

/** Code for the page: whether an element with an outcome is rendered. */
const IS_ANY_SHOWN = `window.${ELEMENT_FUNCTION}?.(true)`;

/** Code for the page: whether the address is still the one that it was loaded from. A router would show another page there. */
const IS_AS_LOADED = `performance.getEntriesByType('navigation')[0]?.name === location.href`;

/** Code for the page: a promise that is kept once a new layout has been drawn. */
const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Has the pages of a visit note which element reports. */
export async function watchElements(context: BrowserContext): Promise<void> {
  await context.addInitScript(watchElement, { name: ELEMENT_FUNCTION });
}

/**
 * Looks at the last page of a visit on the screen of a phone: as it is, and loaded again.
 *
 * @param mayReload `false` if the page is the answer to a form, which would be sent again
 * @returns origin and path of a page, or of a frame in it, whose element has reported and is not rendered there. `undefined`: there is none
 */
export async function lookAsPhone(page: Page, mayReload: boolean): Promise<string | undefined> {
  try {
    const frames = await framesThatShow(page);
    if (!frames.length) return undefined;
    const session = await page.context().newCDPSession(page);
    await emulatePhone(session);
    for (const frame of frames) if (!(await isShownSoon(frame))) return addressOf(frame);
    const main = page.mainFrame();
    const isAsLoaded = mayReload && frames.includes(main) && (await page.evaluate(IS_AS_LOADED));
    if (isAsLoaded && (await isLeftOut(page, session))) return addressOf(main);
  } catch {
    // The page is gone.
  }
  return undefined;
}

const addressOf = (frame: Frame) => frame.url().replace(/[?#].*/, '');

/** Returns whether a page has no element if a phone loads it, and has one otherwise: a server, or a script that looks once, leaves it out. */
async function isLeftOut(page: Page, session: CDPSession): Promise<boolean> {
  const userAgent = await page.evaluate<string>('navigator.userAgent');
  const asPhone = async () => {
    await emulatePhone(session);
    await session.send('Emulation.setUserAgentOverride', PHONE_AGENT);
    return showsAfterReload(page);
  };
  if (await asPhone()) return false;
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.send('Emulation.setUserAgentOverride', { userAgent });
  // A page that is shown once only has it no more.
  return (await showsAfterReload(page)) && !(await asPhone());
}

async function showsAfterReload(page: Page): Promise<boolean> {
  await page.reload({ timeout: RELOAD_MS });
  return page.waitForFunction(IS_ANY_SHOWN, undefined, { timeout: RELOAD_MS }).then(
    () => true,
    () => false,
  );
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
