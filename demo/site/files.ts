import { readFile } from 'node:fs/promises';
import { copy } from './copy.ts';

/** Paths of the files that every page uses. */
export const FILES = { style: '/style.css', icon: '/icon.svg', copy: '/copy.js' } as const;

/** Returns the response with the file at a path; `undefined` if there is none. Serves all files of Vaultlink in one folder, as the script tag expects. */
export async function fileReply(path: string): Promise<Response | undefined> {
  switch (path) {
    case FILES.style:
      return reply((await readBeside('frame.css')) + (await readBeside('content.css')), 'text/css');
    case FILES.icon:
      return reply(await readBeside('icon.svg'), 'image/svg+xml');
    case FILES.copy:
      return reply(`(${copy.toString()})();`, 'text/javascript');
  }
  const script = await readVaultlinkFile(path.slice(1));
  return script === undefined ? undefined : reply(script, 'text/javascript');
}

/** Returns the text of a built file of Vaultlink; `undefined` if there is none of this name. */
export async function readVaultlinkFile(name: string): Promise<string | undefined> {
  if (!/^vaultlink(-[A-Za-z-]+)?\.js$/.test(name)) return undefined;
  const folder = import.meta.resolve('vaultlink/vaultlink.js');
  return readFile(new URL(name, folder), 'utf8').catch(() => undefined);
}

const readBeside = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

const reply = (body: string, type: string) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
