import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exited } from '../../support/exited.ts';
import { findBrowser } from '../../support/find-browser.ts';

/** A browser without a debugger: Chromium drops a prerendered page as soon as one attaches. */
export interface BareBrowser {
  /** The folder of its profile. */
  profile: string;
  close: () => Promise<void>;
}

/** How long is waited for the first that is to be seen of it: it starts within that. */
export const BROWSER_START = { timeout: 100_000 };

/** Opens one at `url`. What its pages do is seen from the servers alone. @param flags further ones @param localState what its profile begins with */
export async function openBareBrowser(
  url: string,
  flags: readonly string[] = [],
  localState: object = {},
): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'vaultlink-browser-'));
  await writeFile(join(profile, 'Local State'), JSON.stringify(localState));
  const child = spawn(
    findBrowser().executablePath,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
      `--user-data-dir=${profile}`,
      url,
    ],
    // A group of its own, so that its helpers end with it.
    { stdio: 'ignore', detached: true },
  );
  await once(child, 'spawn');
  return {
    profile,
    async close() {
      const end = exited(child);
      try {
        process.kill(-Number(child.pid), 'SIGKILL');
      } catch {
        // It has ended by itself, with all of its group.
      }
      await end;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
