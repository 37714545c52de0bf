import { copyFileSync, createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Where `npm run build` leaves the files of the tag. */
const DIST = fileURLToPath(new URL('../../../../dist', import.meta.url));

const isTagFile = (file: string) => /^vaultlink[\w-]*\.js$/i.test(file);

/**
 * Puts the published files of the tag beside the survey pages of the playground, as they are.
 *
 * @throws where they have not been built
 */
export function copyTag(): AstroIntegration {
  return {
    name: 'copy-tag',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '', 'http://localhost');
          const path = join(DIST, basename(pathname));
          const isTag = pathname.includes('/play/') && isTagFile(basename(pathname));
          if (!isTag || !existsSync(path)) {
            next();
            return;
          }
          response.setHeader('content-type', 'text/javascript');
          createReadStream(path).pipe(response);
        });
      },
      'astro:build:done': ({ dir }) => {
        const target = fileURLToPath(new URL('play/', dir));
        const files = existsSync(DIST) ? readdirSync(DIST).filter(isTagFile) : [];
        if (!files.includes('vaultlink.js'))
          throw new Error('The playground needs dist/vaultlink.js: run "npm run build" first.');
        mkdirSync(target, { recursive: true });
        for (const file of files) copyFileSync(join(DIST, file), join(target, file));
      },
    },
  };
}
