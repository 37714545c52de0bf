import { readdirSync } from 'node:fs';

/** Where the examples of a backend in another server are. */
export const FOLDER = 'examples/backends';

/** Their names. */
export const EXAMPLES: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
