/**
 * Converts a URL glob of Playwright into a regular expression: `**` matches anything, `*` anything within a path segment. A regular expression is
 * returned unchanged.
 */
export function urlPattern(glob: string | RegExp): RegExp {
  if (glob instanceof RegExp) return glob;
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    `^${escaped.replaceAll(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`,
  );
}
