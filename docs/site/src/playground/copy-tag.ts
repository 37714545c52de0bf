import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { SURVEY_STYLE } from '../../../../src/node/sandbox/sample/style.ts';
import { SURVEY_PAGES, surveyPage } from '../../../../src/node/sandbox/sample/survey-pages.ts';

/** Where `npm run build` leaves the files of the tag. */
const DIST = fileURLToPath(new URL('../../../../dist', import.meta.url));

const isTagFile = (file: string) => /^vaultlink[\w-]*\.js$/i.test(file);

/** What stands before the tag: the playground takes the requests of the page, and the policy lets none leave. */
const HEAD = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; connect-src 'none'" />
    <script src="playground.js"></script>`;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
};

/** Text of each file of the sample survey, by its name. The address of the service is the one of `service.ts`. */
const SURVEY_FILES: ReadonlyMap<string, string> = new Map([
  ...SURVEY_PAGES.map((name): [string, string] => [
    name,
    surveyPage(name, { serviceUrl: 'https://service.example', head: HEAD }) ?? '',
  ]),
  ['survey.css', SURVEY_STYLE],
]);

/**
 * Puts the sample survey and the published files of the tag into the folder of the playground, as they are.
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
          const name = basename(pathname);
          const text = pathname.includes('/play/') ? fileText(name) : undefined;
          if (text === undefined) {
            next();
            return;
          }
          response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain');
          response.end(text);
        });
      },
      'astro:build:done': ({ dir }) => {
        const target = fileURLToPath(new URL('play/', dir));
        const files = existsSync(DIST) ? readdirSync(DIST).filter(isTagFile) : [];
        if (!files.includes('vaultlink.js'))
          throw new Error('The playground needs dist/vaultlink.js: run "npm run build" first.');
        mkdirSync(target, { recursive: true });
        for (const file of files) copyFileSync(join(DIST, file), join(target, file));
        for (const [name, text] of SURVEY_FILES) writeFileSync(join(target, name), text);
      },
    },
  };
}

/** Returns the text of a file of the survey or of the tag. */
function fileText(name: string): string | undefined {
  const path = join(DIST, name);
  return (
    SURVEY_FILES.get(name) ??
    (isTagFile(name) && existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  );
}
