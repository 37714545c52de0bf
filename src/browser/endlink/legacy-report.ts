/**
 * Built as `vaultlink-report.js`, which the script tag of version 0.1.0 downloads: a browser may have that tag in its cache for a while. The
 * engine of this version takes the place of the one that it has made.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import { endlinkEngine } from './bundled-engine.ts';
import type { ReportOptions } from './options.ts';

const engine = endlinkEngine();

/** Reports for the old script tag. */
export async function report(outcome: Outcome, how?: ReportOptions): Promise<void> {
  await engine.report(outcome, how);
}
