import assert from 'node:assert/strict';
import { chromium } from '@playwright/test';
import { findBrowser } from '../support/find-browser.ts';
import type { Stage } from './another-login.ts';

/** In a real browser: a user signs in, connects, and saves an answer; the next user of the browser is not connected. */
export async function walkInBrowser(stage: Stage): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser().executablePath });
  try {
    const page = await browser.newPage();
    const press = (name: string) => page.getByRole('button', { name }).click();
    const signIn = async (user: string) => {
      await page.getByLabel('Your name').fill(user);
      await press('Sign in');
    };

    await page.goto(stage.origin);
    await signIn('ada');
    await press('Connect my vault');
    await page.getByLabel('You are signed in as').selectOption('seller-a');
    await press('Allow');
    await page.locator('vault-connect:state(connected)').waitFor();
    await page.getByLabel('What do you drink?').fill('tea');
    await press('Save');
    await page.locator('vault-push:state(pushed)').waitFor();
    assert.deepEqual(await stage.vaultOf('seller-a'), { drink: 'tea' });

    await press('Sign out');
    await signIn('bob');
    await page.locator('vault-connect:state(disconnected)').waitFor();
  } finally {
    await browser.close();
  }
}
