/**
 * The program of `sandbox.mjs`: the sandbox with its sample survey, and the recipes. `build/sandbox-file.ts` makes one file of it.
 *
 * @module
 */
import { recipe } from '../src/node/commands/recipe-command.ts';
import { runProgram } from '../src/node/commands/program.ts';
import { createSandboxCommand } from '../src/node/commands/sandbox-command.ts';
import { hasUsableNode } from '../src/node/node-version.ts';

declare global {
  interface ImportMeta {
    /** Reads files while the one file is built. @see https://vite.dev/guide/features#glob-import */
    glob(
      patterns: string[],
      options: { query: '?raw'; import: 'default'; eager: true },
    ): Readonly<Record<string, string>>;
  }
}

/** Text of each file that the pages of the sample load, by its path. */
const files = import.meta.glob(['../dist/vaultlink*.js', '!../dist/vaultlink-all.js'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const sandbox = createSandboxCommand((name) => Promise.resolve(files[`../dist/${name}`]));

if (hasUsableNode()) {
  process.exitCode = await runProgram(
    { name: 'node sandbox.mjs', commands: { sandbox, recipe }, defaultCommand: 'sandbox' },
    process.argv.slice(2),
  );
}
