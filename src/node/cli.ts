#!/usr/bin/env node
/**
 * The `vaultlink` command. Imports the other modules only after it has checked the version of Node.js.
 *
 * @module
 */
const OLDEST_NODE = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `vaultlink needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
  process.exitCode = 2;
} else {
  const { run } = await import('./commands.ts');
  process.exitCode = await run(process.argv.slice(2));
}
