import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ConformanceAdapter } from '../conformance/adapter.ts';
import { sentencesAbout, UsageError } from '../usage-error.ts';
import { createPaint } from '../paint.ts';
import type { Command } from './command.ts';
import { linePrinter } from './context.ts';

const USAGE = `Usage: vaultlink conformance URL [--adapter FILE] [--expected FILE]
                             [--json] [--junit FILE] [--write-expected FILE]

Tests a service against its interface, one rule after the other, and prints a
table by section. URL is the base URL of the service.

  --adapter FILE  a module that creates clients, starts endlinks and moves the
                  clock; see docs/conformance.md. Not needed for the sandbox
  --expected FILE rules that are expected to fail, the id of one in each line,
                  with comments after #
  --write-expected FILE
                  writes this list for the rules that fail now, into a new file
  --json          prints {"ok", "baseUrl", "results": [{"id", "sections",
                  "title", "text", "verdict", "isExpectedToFail", "saw"}],
                  "observations"}
  --junit FILE    writes the results as JUnit XML, too

A verdict is passed, failed or "not tested". What the interface leaves open is
not judged, but listed. The exit code is 1 if a rule failed that was not
expected to, or passed although it was; and 2 if the arguments or the adapter
have to be corrected. No secret is shown.

The command creates clients, packets and tokens, and moves the clock of the
service if the adapter can. Do not run it against a service in production.
`;

const COLOURS = {
  passed: 'green',
  unexpected: 'red',
  expected: 'yellow',
  'not tested': 'gray',
} as const;

/** `vaultlink conformance` */
export const conformance: Command = {
  synopsis: 'conformance URL',
  summary: ['tests a service against its interface, rule by rule'],
  usage: USAGE,
  options: {
    adapter: { type: 'string' },
    expected: { type: 'string' },
    'write-expected': { type: 'string' },
    json: { type: 'boolean' },
    junit: { type: 'string' },
  },
  positionals: 1,
  async run({ values, positionals: [url] }, { stdout, stderr }) {
    const { adapter: file, json, junit, expected, 'write-expected': newList } = values;
    const baseUrl = baseUrlOf(url);
    const { testConformance } = await import('../conformance/conformance.ts');
    const { formatReport } = await import('../conformance/show.ts');
    const { formatExpected, isUnexpected, readExpected } =
      await import('../conformance/expected.ts');
    const expectedToFail =
      typeof expected === 'string'
        ? await accessFile('expected', expected, async () =>
            readExpected(await readFile(expected, 'utf8')),
          )
        : new Set<string>();
    // A list has reasons, which somebody has written: never overwrite one.
    if (typeof newList === 'string' && existsSync(newList)) {
      throw new UsageError(`--write-expected ${newList}: there is such a file already.`);
    }
    const adapter = await chooseAdapter(baseUrl, typeof file === 'string' ? file : undefined);
    const report = await testConformance({ baseUrl, adapter, expectedToFail });
    const ok = !report.results.some(isUnexpected);
    if (typeof junit === 'string') {
      const { formatJunit } = await import('../conformance/junit.ts');
      await accessFile('junit', junit, () => writeFile(junit, formatJunit(report)));
    }
    if (typeof newList === 'string') {
      await accessFile('write-expected', newList, () =>
        writeFile(newList, formatExpected(report), { flag: 'wx' }),
      );
    }
    const { adapterError, ...printed } = report;
    const paint = createPaint(COLOURS, stdout);
    linePrinter(stdout)(json ? JSON.stringify({ ok, ...printed }) : formatReport(report, paint));
    if (adapterError !== undefined) linePrinter(stderr)(adapterError);
    if (!ok) return 1;
    return adapterError === undefined ? 0 : 2;
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

/** @throws UsageError that names the option and the file */
async function accessFile<Result>(
  option: string,
  file: string,
  access: () => Promise<Result>,
): Promise<Result> {
  try {
    return await access();
  } catch (error) {
    throw new UsageError(sentencesAbout(option, file, error));
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
