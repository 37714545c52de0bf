/** Copies the JSON documents that the package exports from `src/` into `dist/`. Part of `npm run build`. */
import { copyFileSync, mkdirSync } from 'node:fs';

/** The sources of the documents by the names of their copies. */
export const DOCUMENTS = {
  'openapi.json': 'src/bff/openapi.json',
  'log.schema.json': 'src/bff/log.schema.json',
  'scenario.schema.json': 'src/sandbox/core/scenario/scenario.schema.json',
} as const;

if (import.meta.main) {
  mkdirSync('dist', { recursive: true });
  for (const [copy, source] of Object.entries(DOCUMENTS)) copyFileSync(source, `dist/${copy}`);
}
