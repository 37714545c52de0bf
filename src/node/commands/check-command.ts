import { isOutcome, OUTCOMES } from '../../protocol/index.ts';
import type { Finding } from '../../findings/index.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { FieldAnswer } from '../check/steps.ts';
import type { Command } from './command.ts';
import {
  createFindingsPrinter,
  FINDINGS_OPTIONS,
  FINDINGS_OPTIONS_USAGE,
  VERDICTS_USAGE,
} from './findings-options.ts';

const DEFAULT_WAIT_SECONDS = 15;

const USAGE = `Usage: vaultlink check URL [--click SELECTOR]… [--fill SELECTOR=VALUE]…
         [--expect OUTCOME] [--live] [--all] [--json] [--junit FILE]
         [--browser PATH] [--wait SECONDS]

Opens your endlink URL in an installed Chromium, as a seller does, and judges what
happens in nine verdicts: each mistake with its cause and what to change. Write the URL as in the
endlink question. {{endlink_token}} is filled in; without it, the token and the
seller id are appended.

  --click SELECTOR  clicks this element; repeatable, in order. A CSS selector or
                    text=…
  --fill SELECTOR=VALUE
                    answers a field before the next click; repeatable. For a box
                    or a circle, write any value
  --expect OUTCOME  the outcome of this visit: complete, fail, quota_full or
                    screenout (default: any)
  --live            sellers come: an address of the service that only this machine
                    or its network can reach is a failure, not a warning
  --all             prints the verdicts without a mistake, too
${FINDINGS_OPTIONS_USAGE}  --browser PATH    the program of Chromium, Chrome or Edge (default: CHROME_PATH,
                    or an installed one)
  --wait SECONDS    how long to wait for a page, an element or the report
                    (default: ${DEFAULT_WAIT_SECONDS})

${VERDICTS_USAGE}
The last line names what was not tested ("notTested" in JSON).

No real token is spent: the token is made up, and the browser's requests for an
outcome go to a sandbox in this process, whatever data-base-url says. The command
itself connects to the service, and sends nothing. A relay on your server is asked
once, without a token. Everything else on your site happens for real.
`;

/** `vaultlink check` */
export const check: Command = {
  synopsis: 'check URL',
  summary: ['goes through your site as a seller, in a browser, and says', 'what to change'],
  usage: USAGE,
  options: {
    click: { type: 'string', multiple: true },
    fill: { type: 'string', multiple: true },
    expect: { type: 'string' },
    live: { type: 'boolean' },
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

    const { startChromium } = await import('../check/start-chromium.ts');
    // The sandbox is loaded while the browser starts.
    const [browser, { checkSite }] = await Promise.all([
      startChromium(typeof path === 'string' ? path : undefined, env),
      import('../check/check-site.ts'),
    ]);
    try {
      const isMistake = ({ verdict }: Finding) => verdict === 'failed' || verdict === 'warning';
      const printer = createFindingsPrinter(
        values,
        stdout,
        values.all === true ? undefined : isMistake,
      );
      const { findings, notTested } = await checkSite(browser, {
        url,
        outcome,
        isLive: values.live === true,
        clicks: (values.click as string[] | undefined) ?? [],
        answers: ((values.fill as string[] | undefined) ?? []).map(readAnswer),
        waitMs: Number(wait) * 1000,
      });
      findings.forEach(printer.add);
      return printer.end('check', { url }, notTested);
    } finally {
      await browser.close();
    }
  },
};

/** Reads the value behind the last equals sign: a selector may have some, too. */
function readAnswer(text: string): FieldAnswer {
  const [, selector, value] = /^(.+)=([^=]*)$/s.exec(text) ?? [];
  if (selector === undefined || value === undefined)
    throw new ArgumentsError('--fill must be a selector, "=" and a value: --fill \'#age=42\'.');
  return { selector, value };
}
