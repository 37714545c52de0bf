import { writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import type { ConformanceAdapter } from '../conformance/adapter.ts';
import type { Verdict } from '../conformance/verdict.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink conformance URL [--adapter FILE] [--json] [--junit FILE]

Tests a service against its interface, one rule after the other, and prints a
table by section. URL is the base URL of the service.

  --adapter FILE  a module that creates clients, starts endlinks and moves the
                  clock; see docs/conformance.md. Not needed for the sandbox
  --json          prints {"ok", "baseUrl", "results": [{"id", "sections",
                  "title", "text", "verdict", "saw"}], "observations"}
  --junit FILE    writes the results as JUnit XML, too

A verdict is passed, failed or "not tested". What the interface leaves open is
not judged, but listed. The exit code is 1 if a rule failed, and 2 if the call
or the adapter has to be corrected. No secret is shown.

The command creates clients, packets and tokens, and moves the clock of the
service if the adapter can. Do not run it against a service in production.
`;

const COLOURS = { passed: 'green', failed: 'red', 'not tested': 'gray' } as const;

/** Uses colors if the terminal supports them and NO_COLOR is not set. */
const paint = (verdict: Verdict, text: string): string =>
  styleText(COLOURS[verdict], text, { stream: process.stdout });

/** `vaultlink conformance` */
export const conformance: Command = {
  synopsis: 'conformance URL',
  summary: ['tests a service against its interface, rule by rule'],
  usage: USAGE,
  options: {
    adapter: { type: 'string' },
    json: { type: 'boolean' },
    junit: { type: 'string' },
  },
  positionals: 1,
  async run({ values: { adapter: file, json, junit }, positionals: [url] }) {
    const baseUrl = baseUrlOf(url);
    const { testConformance } = await import('../conformance/conformance.ts');
    const { formatReport } = await import('../conformance/show.ts');
    const adapter = await chooseAdapter(baseUrl, typeof file === 'string' ? file : undefined);
    const report = await testConformance({ baseUrl, adapter });
    const ok = !report.results.some(({ verdict }) => verdict === 'failed');
    if (typeof junit === 'string') {
      const { formatJunit } = await import('../conformance/junit.ts');
      await writeFile(junit, formatJunit(report)).catch((error: unknown) => {
        throw new UsageError(`--junit ${junit}: ${messageOf(error)}`);
      });
    }
    const { adapterError, ...printed } = report;
    console.log(json ? JSON.stringify({ ok, ...printed }) : formatReport(report, paint));
    if (adapterError !== undefined) {
      console.error(adapterError);
      process.exitCode = 2;
    }
    if (!ok) process.exitCode = 1;
  },
};

/** @throws UsageError if `text` is no base URL */
function baseUrlOf(text: string | undefined): string {
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`URL must be an absolute http or https URL.\n\n${USAGE}`);
  }
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError('URL must have no user name, password, query or hash.');
  }
  return url.href.replace(/\/+$/, '');
}

/** @throws UsageError if the service cannot be reached, or the file is no adapter */
async function chooseAdapter(
  baseUrl: string,
  file: string | undefined,
): Promise<ConformanceAdapter> {
  const { createSandboxAdapter, isSandbox } = await import('../conformance/sandbox-adapter.ts');
  const context = { baseUrl, fetch };
  const runsSandbox = await isSandbox(context).catch((error: unknown) => {
    throw new UsageError(`${baseUrl} cannot be reached: ${messageOf(error)}`);
  });
  if (file === undefined) return runsSandbox ? createSandboxAdapter(context) : {};
  const { loadAdapter } = await import('../conformance/load-adapter.ts');
  try {
    return await loadAdapter(file, context);
  } catch (error) {
    throw new UsageError(`--adapter ${file}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
