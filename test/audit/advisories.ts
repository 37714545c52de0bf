import { spawnSync } from 'node:child_process';

/** What `npm audit --json` prints: the counts of a report, or why there is none. */
interface Printed {
  message?: string;
  metadata?: { vulnerabilities: Readonly<Record<string, number>> };
}

/** What the registry knows of our dependencies. */
export interface Advisories {
  /** A sentence where something is to be mended. */
  findings: string[];
  /** Why the registry was not asked. `undefined`: it answered. */
  unanswered?: string | undefined;
}

/** Asks the registry, where it offers that: for all packages that others install along with ours, and for the rest from `high` on. */
export function advisories(): Advisories {
  const asked = [
    ask(['--omit=dev'], 'what others install along with Vaultlink'),
    ask(['--audit-level=high'], 'what develops it'),
  ];
  return {
    findings: asked.flatMap(({ findings }) => findings),
    unanswered: asked.find(({ unanswered }) => unanswered)?.unanswered,
  };
}

function ask(parameters: readonly string[], what: string): Advisories {
  const { status, stdout } = spawnSync('npm', ['audit', '--json', ...parameters], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  const { metadata, message = 'no answer' } = parsed(stdout);
  // The registry's address is of no use to a reader.
  if (!metadata) return { findings: [], unanswered: message.split(' - ')[0] };
  if (status === 0) return { findings: [] };
  const counts = Object.entries(metadata.vulnerabilities)
    .filter(([level, count]) => count && level !== 'total')
    .map(([level, count]) => `${count} ${level}`);
  const sentence = `advisories for ${what}: ${counts.join(', ')} (npm audit ${parameters.join(' ')})`;
  return { findings: [sentence] };
}

function parsed(text: string): Printed {
  try {
    return JSON.parse(text) as Printed;
  } catch {
    return {};
  }
}
