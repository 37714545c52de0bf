import { spawn } from 'node:child_process';

/** Where the program runs. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * The command that opens an address in the person's own browser, or why there is none: in continuous integration nobody looks, over SSH the browser
 * would open on the other machine, and without a display there is nothing to open it on.
 */
export function browserCommand(
  url: string,
  { platform, env }: Machine,
): { command: string; parameters: string[] } | string {
  if (env.CI && env.CI !== 'false') return 'this is continuous integration';
  if (env.SSH_CONNECTION) return 'this is a session over SSH';
  if (platform === 'darwin') return { command: 'open', parameters: [url] };
  // `start` is part of the shell; its first quoted parameter is a title.
  if (platform === 'win32') return { command: 'cmd', parameters: ['/c', 'start', '""', url] };
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  return { command: 'xdg-open', parameters: [url] };
}

/** Opens an address in the person's own browser. @returns why it could not, or nothing */
export async function openBrowser(url: string, machine: Machine): Promise<string | undefined> {
  const found = browserCommand(url, machine);
  if (typeof found === 'string') return found;
  const { command, parameters } = found;
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(`the program ${command} does not start`));
    child.on('spawn', () => {
      child.unref();
      resolve(undefined);
    });
  });
}
