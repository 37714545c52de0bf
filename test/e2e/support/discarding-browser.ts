import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { BROWSER_START, openBareBrowser } from './bare-browser.ts';

/** A browser that can take a tab out of memory, as it does by itself where memory is short. */
export interface DiscardingBrowser {
  /** Discards the tab at this address: its page is gone, and its place in the row of tabs is not. */
  discard: (url: string) => Promise<void>;
  /** Turns to the tab at this address: a page that was discarded is loaded again. */
  turnTo: (url: string) => Promise<void>;
  close: () => Promise<void>;
}

interface Target {
  id: string;
  type: string;
  url: string;
  webSocketDebuggerUrl: string;
}

/** Presses the link on Chromium's own page of tabs. @returns whether it was there */
const PRESS = (url: string) => `(() => {
  const within = (node) => [...node.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
  const row = within(document).find(({ tagName, textContent }) =>
    tagName === 'TR' && textContent.includes(${JSON.stringify(url)}) && textContent.includes('Urgent Discard'));
  const link = row && within(row).find(({ children, textContent }) => !children.length && textContent.includes('Urgent Discard'));
  link?.click();
  return !!link;
})()`;

/** Opens one at `url`. A tab with a debugger attached is never discarded, so the debugger has only Chromium's page of tabs. */
export async function openDiscardingBrowser(url: string): Promise<DiscardingBrowser> {
  const browser = await openBareBrowser(url, ['--remote-debugging-port=0'], {
    // Chromium shows that page to those alone who have asked for such pages.
    internal_only_uis_enabled: true,
  });
  const readPort = () => readFile(join(browser.profile, 'DevToolsActivePort'), 'utf8');
  await expect.poll(() => readPort().catch(() => ''), BROWSER_START).toMatch(/^\d+\n/);
  const [port = ''] = (await readPort()).split('\n');
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/json/${path}`, { method });

  return {
    async discard(address) {
      const opened = await ask('new?chrome://discards/', 'PUT');
      const tabs = new WebSocket(((await opened.json()) as Target).webSocketDebuggerUrl);
      await once(tabs, 'open');
      const press = async () => {
        const answered = once(tabs, 'message') as Promise<[MessageEvent<string>]>;
        const params = { expression: PRESS(address), returnByValue: true };
        tabs.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
        const [{ data }] = await answered;
        // While the page is changing it answers with an error.
        const { result } = JSON.parse(data) as { result?: { result?: { value?: boolean } } };
        return result?.result?.value;
      };
      await expect.poll(press).toBe(true);
      tabs.close();
    },
    async turnTo(address) {
      const activate = async () => {
        const targets = (await (await ask('list')).json()) as Target[];
        const target = targets.find((one) => one.type === 'page' && one.url === address);
        return !!target && (await ask(`activate/${target.id}`)).ok;
      };
      await expect.poll(activate).toBe(true);
    },
    close: browser.close,
  };
}
