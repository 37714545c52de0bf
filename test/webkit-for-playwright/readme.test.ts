import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { BrowserContext } from './browser-context.ts';
import { Browser } from './browser.ts';
import { Clock } from './clock.ts';
import { Frame } from './frame.ts';
import { Keyboard } from './keyboard.ts';
import { Locator } from './locator.ts';
import { Page } from './page.ts';
import { Request } from './request.ts';
import { Response } from './response.ts';
import { Route } from './route.ts';

const README = readFileSync(new URL('README.md', import.meta.url), 'utf8');

const CLASSES = {
  ...{ browser: Browser, browserContext: BrowserContext, page: Page, frame: Frame },
  ...{ locator: Locator, clock: Clock, keyboard: Keyboard },
  ...{ request: Request, response: Response, route: Route },
};

/** Methods that only this package calls. */
const INTERNAL_METHODS = [
  ...['constructor', 'windowHandles', 'waitForPopup', 'stopListening', 'evaluateEverywhere'],
  ...['childFrame', 'readStates', 'sendTo'],
];

/** Returns the methods in the row of an object, without what is in brackets. */
function documentedMethods(object: string): string[] {
  const [, cell = ''] = new RegExp(`^\\| \`${object}\` +\\|(.*)\\|$`, 'm').exec(README) ?? [];
  const withoutOptions = cell.replaceAll(/\([^)]*\)|, and all methods.*/g, '');
  return [...withoutOptions.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

describe('the README of WebKit for Playwright', () => {
  for (const [object, { prototype }] of Object.entries(CLASSES))
    it(`lists the methods of ${object} that tests can use`, () => {
      const methods = Object.getOwnPropertyNames(prototype)
        .filter((name) => !INTERNAL_METHODS.includes(name))
        .sort();
      assert.deepEqual(documentedMethods(object), methods);
    });
});
