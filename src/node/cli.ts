#!/usr/bin/env node
/**
 * The `vaultlink` command. Imports the other modules only after it has checked the version of Node.js.
 *
 * @module
 */
import { hasUsableNode } from './node-version.ts';

if (hasUsableNode()) {
  const { run } = await import('./commands.ts');
  process.exitCode = await run(process.argv.slice(2));
}
