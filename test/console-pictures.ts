/** Takes the pictures of the sandbox's console for the docs: `npm run picture:console`. */
import { chromium } from '@playwright/test';
import { takeConsolePictures } from './support/console/pictures.ts';
import { findBrowser } from './support/find-browser.ts';

const browser = await chromium.launch({ executablePath: findBrowser().executablePath });
try {
  const names = await takeConsolePictures(browser, 'docs/images/console');
  console.log(names.join('\n'));
} finally {
  await browser.close();
}
