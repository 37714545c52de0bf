import type { BrowserContext, Page } from 'playwright-core';
import type { Observations } from '../../check/index.ts';
import { kindOf } from './requests.ts';
import { reasonOf } from './steps.ts';

/** Notices a page of a tab that cannot be opened because the browser refuses its certificate. */
export function onRefusedCertificate(
  context: BrowserContext,
  note: (certificate: NonNullable<Observations['certificate']>) => void,
): void {
  context.on('requestfailed', (request) => {
    const [problem] = /net::ERR_CERT_\w+/.exec(request.failure()?.errorText ?? '') ?? [];
    if (problem === undefined || kindOf(request) !== 'navigation') return;
    const { origin, pathname } = new URL(request.url());
    note({ address: origin + pathname, problem });
  });
}

/** Opens a page. Returns its status, or the reason why it could not be opened. */
export async function openPage(
  page: Page,
  url: string,
  timeout: number,
): Promise<NonNullable<Observations['landing']>> {
  try {
    const response = await page.goto(url, { timeout, waitUntil: 'commit' });
    const isRedirected = Boolean(response?.request().redirectedFrom());
    return { status: response?.status() ?? 0, isRedirected };
  } catch (error) {
    return { status: 0, failure: reasonOf(String(error)) };
  }
}
