import { writeFileSync } from 'node:fs';
import { isRight } from '../../check/index.ts';
import { isOutcome, OUTCOMES } from '../../protocol/index.ts';
import { createPaint } from '../paint.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { linePrinter } from './context.ts';

const DEFAULT_WAIT_SECONDS = 15;

const USAGE = `Usage: vaultlink check URL [--click SELECTOR]… [--expect OUTCOME] [--json]
         [--junit FILE] [--browser PATH] [--wait SECONDS]

Opens your endlink URL in an installed Chromium, as a seller does, and judges what
happens: a verdict for each rule, and what to change for each "no". Write the URL
as in the endlink question. {{endlink_token}} is filled in; without it, the token
and the seller id are appended.

  --click SELECTOR  clicks this element; repeatable, in order. A CSS selector or
                    text=…
  --expect OUTCOME  the outcome of this visit: complete, fail, quota_full or
                    screenout (default: any)
  --json            prints {"ok", "url", "verdicts": [{"rule", "title", "mark",
                    "saw", "advice"}]} instead of text
  --junit FILE      also writes the verdicts as JUnit XML
  --browser PATH    the program of Chromium, Chrome or Edge (default: CHROME_PATH,
                    or an installed one)
  --wait SECONDS    how long to wait for a page, an element or the report
                    (default: ${DEFAULT_WAIT_SECONDS})

A mark is yes, no, warning or "not checked". The exit code is 1 if there is a "no".

No real token is spent: the token is made up, and the browser's requests for an
outcome go to a sandbox in this process, whatever data-base-url says. A relay on
your server is not asked. Everything else on your site happens for real.
`;

const COLOURS = { yes: 'green', warning: 'yellow', no: 'red', 'not checked': 'gray' } as const;

/** `vaultlink check` */
export const check: Command = {
  synopsis: 'check URL',
  summary: ['goes through your site as a seller, in a browser, and says', 'what to change'],
  usage: USAGE,
  options: {
    click: { type: 'string', multiple: true },
    expect: { type: 'string' },
    json: { type: 'boolean' },
    junit: { type: 'string' },
    browser: { type: 'string' },
    wait: { type: 'string' },
  },
  positionals: 1,
  async run({ values, positionals: [url] }, { env, stdout }) {
    if (url === undefined || !/^https?:\/\/./.test(url) || !URL.canParse(url))
      throw misuse('Name the endlink URL: an absolute http or https address.');
    const { expect: outcome, wait = String(DEFAULT_WAIT_SECONDS), browser: path, junit } = values;
    if (outcome !== undefined && !isOutcome(outcome))
      throw misuse(`--expect must be one of: ${OUTCOMES.join(', ')}.`);
    if (!/^\d{1,4}$/.test(String(wait)) || Number(wait) === 0)
      throw misuse('--wait must be a number of seconds.');

    const { checkSite, startChromium } = await import('../check/check-site.ts');
    const { formatJUnit, formatVerdicts } = await import('../check/format.ts');
    const browser = await startChromium(typeof path === 'string' ? path : undefined, env);
    try {
      const verdicts = await checkSite(browser, {
        url,
        outcome,
        clicks: (values.click as string[] | undefined) ?? [],
        waitMs: Number(wait) * 1000,
      });
      const ok = isRight(verdicts);
      const paint = createPaint(COLOURS, stdout);
      linePrinter(stdout)(
        values.json ? JSON.stringify({ ok, url, verdicts }) : formatVerdicts(verdicts, paint),
      );
      if (typeof junit === 'string') writeReport(junit, formatJUnit(verdicts, url));
      return ok ? 0 : 1;
    } finally {
      await browser.close();
    }
  },
};

/** @throws UsageError that names the file if it cannot be written */
function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(
      `--junit ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const misuse = (sentence: string) => new UsageError(`${sentence}\n\n${USAGE}`);
