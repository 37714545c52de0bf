const OLDEST_NODE = [22, 13] as const;

/** Returns whether this Node.js is new enough. Otherwise prints what is needed, and sets the exit code to 2. */
export function hasUsableNode(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return true;
  console.error(
    `vaultlink needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
  process.exitCode = 2;
  return false;
}
