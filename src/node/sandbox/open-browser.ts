import { spawn } from 'node:child_process';

/** Platform and environment of the program. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the command that opens an address in the default browser, or the reason why there is none: continuous integration, an SSH session (the browser
 * would open on the other machine), or no display.
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

/** Opens an address in the default browser. @returns the reason why it could not; `undefined` if it could */
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
