import { readFile } from 'node:fs/promises';
import { blockStorage } from '../client/block-storage.ts';
import { copy } from '../client/copy.ts';
import { keepAnswers } from '../client/keep-answers.ts';
import { lateOutcome } from '../client/late-outcome.ts';
import { live } from '../client/live.ts';
import { showState } from '../client/show-state.ts';
import { tagManager } from '../client/tag-manager.ts';
import { wizard } from '../client/wizard.ts';

/** Paths of the files that every page uses. */
export const FILES = { style: '/style.css', icon: '/icon.svg' } as const;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Scripts of the pages, by path. Each is one function that uses nothing from outside itself. */
const SCRIPTS: Readonly<Record<string, () => void>> = {
  '/block-storage.js': blockStorage,
  '/copy.js': copy,
  '/keep-answers.js': keepAnswers,
  '/late-outcome.js': lateOutcome,
  '/live.js': live,
  '/show-state.js': showState,
  '/tag-manager.js': tagManager,
  '/wizard.js': wizard,
};

/** Files by path. The files of one path are joined. */
const STATIC: Readonly<Record<string, [names: string[], type: string]>> = {
  [FILES.style]: [['frame.css', 'content.css', 'tour.css'], 'text/css; charset=utf-8'],
  [FILES.icon]: [['icon.svg'], 'image/svg+xml'],
};

/** Returns the response with the file at a path; `undefined` if there is none. Serves all files of Vaultlink in one folder, as the script tag expects. */
export async function fileReply(path: string): Promise<Response | undefined> {
  const script = SCRIPTS[path];
  if (script) return reply(`(${script.toString()})();`, SCRIPT_TYPE);
  const file = STATIC[path];
  if (file) {
    const [names, type] = file;
    return reply((await Promise.all(names.map(readStyle))).join('\n'), type);
  }
  if (!/^\/vaultlink(-[A-Za-z-]+)?\.js$/.test(path)) return undefined;
  const built = await readFile(vaultlinkFile(path.slice(1)), 'utf8').catch(() => undefined);
  return built === undefined ? undefined : reply(built, SCRIPT_TYPE);
}

const readStyle = (name: string) => readFile(new URL(`style/${name}`, import.meta.url), 'utf8');

const vaultlinkFile = (name: string) =>
  new URL(name, import.meta.resolve('vaultlink/vaultlink.js'));

const reply = (body: string, type: string) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
