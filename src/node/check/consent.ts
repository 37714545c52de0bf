import type { Page } from 'playwright-core';

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
  '[aria-label*="cookie" i]',
  '[aria-label*="consent" i]',
];

const ACCEPT =
  /accept|agree|allow|consent|got it|akzeptier|zustimm|einverstanden|erlauben|accepter|autoriser|aceptar|accetta|aceitar|accepteren|akkoord|godkänn|accepter|godta|hyväksy|zgadzam|akceptuj|přijmout|elfogad|同意|동의|принять/i;

/** Milliseconds that a button may take to react. */
const PRESS_TIMEOUT_MS = 5000;

/** Finds the visible button of a consent banner. */
export async function findConsentButton(page: Page): Promise<ConsentButton | undefined> {
  const buttons = page
    .locator(BANNERS.join(','))
    .locator('button, [role=button], a, input[type=button], input[type=submit]')
    .filter({ hasText: ACCEPT });
  for (const button of await buttons.all()) {
    if (!(await button.isVisible())) continue;
    const text = ((await button.textContent()) ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return { text, press: () => button.click({ timeout: PRESS_TIMEOUT_MS }) };
  }
  return undefined;
}
