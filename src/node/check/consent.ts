import type { Frame, Page } from 'playwright-core';

/** A button that gives consent. */
export interface ConsentButton {
  text: string;
  press(): Promise<void>;
}

/** The buttons of common consent tools, and what other banners are called. */
const BANNERS = [
  '#onetrust-banner-sdk',
  '#CybotCookiebotDialog',
  '#usercentrics-root',
  '#didomi-host',
  '.fc-consent-root',
  '.qc-cmp2-container',
  '.osano-cm-window',
  '[id*="consent" i]',
  '[class*="consent" i]',
  '[id*="cookie" i]',
  '[class*="cookie" i]',
  '[id*="gdpr" i]',
  '[class*="gdpr" i]',
  '[id*="dsgvo" i]',
  '[class*="dsgvo" i]',
  '[aria-label*="cookie" i]',
  '[aria-label*="consent" i]',
];

const ACCEPT =
  /\bok(ay)?\b|continue|understood|annehmen|verstanden|accept|agree|allow|consent|got it|akzeptier|zustimm|einverstanden|erlauben|accepter|autoriser|aceptar|accetta|aceitar|accepteren|akkoord|godkänn|accepter|godta|hyväksy|zgadzam|akceptuj|přijmout|elfogad|同意|동의|принять/i;

/** Matches the texts of buttons that give less consent, or none. */
const DECLINE =
  /without|reject|decline|refuse|manage|settings|preferences|options|necessary|essential|ablehn|einstellung|notwendig|sans |refuser|rechazar|rifiuta|weiger/i;

/** Milliseconds that a button may take to react. */
const PRESS_TIMEOUT_MS = 5000;

/** Finds the visible button of a consent banner, which may stand in a frame. */
export async function findConsentButton(page: Page): Promise<ConsentButton | undefined> {
  const banners = [page.locator(BANNERS.join(','))];
  for (const frame of page.frames())
    if (frame.parentFrame() && (await isConsentFrame(frame))) banners.push(frame.locator('body'));
  const found: ConsentButton[] = [];
  for (const banner of banners) {
    const buttons = banner
      .locator('button, [role=button], a, input[type=button], input[type=submit]')
      .filter({ hasText: ACCEPT });
    for (const button of await buttons.all()) {
      if (!(await button.isVisible())) continue;
      const text = ((await button.textContent()) ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      found.push({ text, press: () => button.click({ timeout: PRESS_TIMEOUT_MS }) });
    }
  }
  return found.find(({ text }) => !DECLINE.test(text)) ?? found[0];
}

/** Returns whether a frame is that of a consent tool. */
async function isConsentFrame(frame: Frame): Promise<boolean> {
  try {
    const element = await frame.frameElement();
    const names = ['id', 'class', 'title', 'name', 'src'];
    const values = await Promise.all(names.map((name) => element.getAttribute(name)));
    return values.some((value) => /consent|(?<!no)cookie|privacy|sp_message/i.test(value ?? ''));
  } catch {
    return false;
  }
}
