import { isOutcome, OUTCOMES } from '../../protocol/index.ts';
import type { Finding } from '../../findings/index.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { Command } from './command.ts';
import {
  createFindingsPrinter,
  FINDINGS_OPTIONS,
  FINDINGS_OPTIONS_USAGE,
  VERDICTS_USAGE,
} from './findings-options.ts';

const DEFAULT_WAIT_SECONDS = 15;

const USAGE = `Usage: vaultlink check URL [--click SELECTOR]… [--expect OUTCOME] [--all]
         [--json] [--junit FILE] [--browser PATH] [--wait SECONDS]

Opens your endlink URL in an installed Chromium, as a seller does, and judges what
happens in nine verdicts: each mistake with its cause and what to change. Write the URL as in the
endlink question. {{endlink_token}} is filled in; without it, the token and the
seller id are appended.

  --click SELECTOR  clicks this element; repeatable, in order. A CSS selector or
                    text=…
  --expect OUTCOME  the outcome of this visit: complete, fail, quota_full or
                    screenout (default: any)
  --all             prints the verdicts without a mistake, too
${FINDINGS_OPTIONS_USAGE}  --browser PATH    the program of Chromium, Chrome or Edge (default: CHROME_PATH,
                    or an installed one)
  --wait SECONDS    how long to wait for a page, an element or the report
                    (default: ${DEFAULT_WAIT_SECONDS})

${VERDICTS_USAGE}
No real token is spent: the token is made up, and the browser's requests for an
outcome go to a sandbox in this process, whatever data-base-url says. A relay on
your server is not asked. Everything else on your site happens for real.
`;

/** `vaultlink check` */
export const check: Command = {
  synopsis: 'check URL',
  summary: ['goes through your site as a seller, in a browser, and says', 'what to change'],
  usage: USAGE,
  options: {
    click: { type: 'string', multiple: true },
    expect: { type: 'string' },
    all: { type: 'boolean' },
    ...FINDINGS_OPTIONS,
    browser: { type: 'string' },
    wait: { type: 'string' },
  },
  positionals: 1,
  async run({ values, positionals: [url] }, { env, stdout }) {
    if (url === undefined || !/^https?:\/\/./.test(url) || !URL.canParse(url))
      throw new ArgumentsError('Name the endlink URL: an absolute http or https address.');
    const { expect: outcome, wait = String(DEFAULT_WAIT_SECONDS), browser: path } = values;
    if (outcome !== undefined && !isOutcome(outcome))
      throw new ArgumentsError(`--expect must be one of: ${OUTCOMES.join(', ')}.`);
    if (!/^\d{1,4}$/.test(String(wait)) || Number(wait) === 0)
      throw new ArgumentsError('--wait must be a number of seconds.');

    const { checkSite, startChromium } = await import('../check/check-site.ts');
    const browser = await startChromium(typeof path === 'string' ? path : undefined, env);
    try {
      const isMistake = ({ verdict }: Finding) => verdict === 'failed' || verdict === 'warning';
      const printer = createFindingsPrinter(
        values,
        stdout,
        values.all === true ? undefined : isMistake,
      );
      const findings = await checkSite(browser, {
        url,
        outcome,
        clicks: (values.click as string[] | undefined) ?? [],
        waitMs: Number(wait) * 1000,
      });
      findings.forEach(printer.add);
      return printer.end('check', { url });
    } finally {
      await browser.close();
    }
  },
};
