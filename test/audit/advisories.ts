import { spawnSync } from 'node:child_process';

/** What `npm audit --json` prints: the packages with an advisory, or why that is not known. */
interface Printed {
  message?: string;
  vulnerabilities?: Readonly<Record<string, { severity: string }>>;
}

/** What the registry knows of our dependencies. */
export interface Advisories {
  /** A sentence where something is to be mended. */
  findings: string[];
  /** Why the registry was not asked. `undefined`: it answered. */
  unanswered?: string | undefined;
}

/** These count for what is only used here. */
const SEVERE = ['high', 'critical'];

/**
 * Asks the registry, where it offers that.
 *
 * @param runtimeNames packages that others install along with ours: every advisory for them counts
 * @param folder where the lockfile is
 */
export function advisories(runtimeNames: ReadonlySet<string>, folder: string): Advisories {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return advisoriesIn(stdout, runtimeNames);
}

/** Lists what is to be mended according to what `npm audit --json` printed. */
export function advisoriesIn(printed: string, runtimeNames: ReadonlySet<string>): Advisories {
  const { vulnerabilities, message = 'no answer' } = parsed(printed);
  // The registry's address is of no use to a reader.
  if (!vulnerabilities) return { findings: [], unanswered: message.split(' - ')[0] };
  const findings = Object.entries(vulnerabilities).flatMap(([name, { severity }]) => {
    if (runtimeNames.has(name))
      return `advisory for ${name}, which others install along with Vaultlink: ${severity}`;
    return SEVERE.includes(severity) ? `advisory for ${name}, which develops it: ${severity}` : [];
  });
  return { findings };
}

function parsed(text: string): Printed {
  try {
    return JSON.parse(text) as Printed;
  } catch {
    return {};
  }
}
