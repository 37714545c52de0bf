/**
 * The part that tells a buyer in the console what is wrong and how to mend it.
 *
 * @module
 */
import { findAll, ownGlobal } from '../unclobbered.ts';
import { OUTCOMES } from '../../protocol/endlink.ts';
import { serviceUrlMistake } from '../../protocol/service-url.ts';
import { codesOf, DRY_RUN_VALUES } from './options.ts';
import type { TagOptions } from './options.ts';
import type { EndlinkEngine, Parts, Problem } from './parts.ts';

/** Patterns of the placeholders that survey tools leave in the token's place, and the remedy for each. */
const TOOLS: [RegExp, string][] = [
  [/^(undefined|null)?$/, 'It has no value: check where the page that leads here takes it from.'],
  [
    /^\$\{e:/i,
    'Qualtrics: add an Embedded Data field of exactly this name at the top of the Survey Flow.',
  ],
  [/^\$\{/, 'QuestionPro: pass the token in as custom1 and write ${custom1}.'],
  [
    /^\{\{\s*endlink_token/,
    'The marketplace fills in {{endlink_token}} only in the URL of the endlink question itself.',
  ],
  [/^\{\{/, 'Typeform: pick the hidden field with "recall information" instead of typing it.'],
  [/^\[url\(/i, 'Alchemer: the name inside [url("…")] must be that of the URL variable.'],
  [/^\{PASSTHRU:/i, 'LimeSurvey: add the parameter under Settings, Panel integration.'],
  [/^\{/, 'SurveyJS or Jotform: there is no variable or field of this name.'],
  [/^@/, 'Tally: pick the field from the @ menu; typed text is not replaced.'],
  [/^#recall/, 'Formbricks: add the hidden field, then pick it with @.'],
  [/^\[?%/, 'A panel’s variable: only the panel that defines it fills it in.'],
];

/** Names of the options, for `window.vaultlinkConfig` and for the script tag. */
const OPTION_NAMES: string[] = [
  'baseUrl',
  'tokenParam',
  'sellerParam',
  'interactionParam',
  'scrub',
  'carry',
  'outcome',
  'outcomeParam',
  'outcomeMap',
  'via',
  'relayUrl',
  'test',
  'partsUrl',
  'debug',
] satisfies (keyof TagOptions)[];

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['diagnostics'] {
  const printed = new Set<string>();
  // Until the part for tokens has started, nothing that others wrote is printed.
  const redact = (text: string) => engine.parts.token?.redact(text) ?? text;
  const quote = (value: unknown) => {
    try {
      // Before it is shortened, which could leave a part of a token.
      return `"${redact(String(value)).slice(0, 200)}"`;
    } catch {
      return 'of that kind';
    }
  };
  const warn = (text: string) => {
    const sentence = redact(text);
    if (!printed.has(sentence)) console.warn(`[vaultlink] ${sentence}`);
    printed.add(sentence);
  };
  const { placeholder } = engine.page;
  if (placeholder !== undefined) warn(describePlaceholder(placeholder));
  const pageOptions: unknown = ownGlobal('vaultlinkConfig');
  if (Object.prototype.toString.call(pageOptions ?? {}) !== '[object Object]')
    warn('window.vaultlinkConfig is no plain object, so it has no settings.');
  else
    for (const name in pageOptions as TagOptions)
      if (!OPTION_NAMES.includes(name))
        warn(`window.vaultlinkConfig has "${name}", which is no setting.`);
  for (const { dataset } of findAll(document, 'script[src*=vaultlink]') as HTMLScriptElement[])
    for (const name in dataset)
      if (!OPTION_NAMES.includes(name) && OPTION_NAMES.some((option) => isAlike(name, option)))
        warn(`The script tag has ${attributeOf(name)}, which is no setting.`);
  return {
    explain(problem) {
      warn(describeProblem(problem, engine.options, quote));
    },
  };
}

/** Returns whether a name begins as another one does. Other tools leave attributes of their own on a script. */
const isAlike = (name: string, option: string) =>
  name.slice(0, 4).toLowerCase() === option.slice(0, 4).toLowerCase();

const attributeOf = (name: string) =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns a value as text in quotation marks, without the tokens of the tab. */
type Quote = (value: unknown) => string;

/** Matches the words of survey tools that are as long as a token, but are none. */
const KNOWN_WORDS = /service_endlink_token|e:\/\/Field\//gi;

/** Matches what may be a token, or a part of an encoded one. */
const TOKEN_LIKE = /[\w+/=%-]{16}/;

function describePlaceholder(value: string): string {
  const remedy = TOOLS.find(([pattern]) => pattern.test(value))?.[1];
  // A token that was encoded twice, or has a space behind it, is none that can be used either.
  const isName =
    (remedy ?? value.startsWith('<')) && !TOKEN_LIKE.test(value.replace(KNOWN_WORDS, ''));
  return (
    `The address of this page has ${isName ? `"${value}"` : `a text of ${value.length} characters`} where the endlink token belongs: a variable that was not filled in. ` +
    (remedy ?? 'Check how the survey tool fills in this parameter.')
  );
}

function describeProblem(problem: Problem, options: TagOptions, quote: Quote): string {
  switch (problem.kind) {
    case 'conflict':
      return `${problem.name} is set twice: ${quote(problem.first)} is used, ${quote(problem.second)} is ignored.`;
    case 'unreadable':
      return `${problem.name} is of a kind that no setting can be. Write text, as in an attribute of the script tag.`;
    case 'unknown entry':
      return 'The seller came back to this page, and the browser does not tell whether it belongs to the endlink token of this tab or to an earlier one. Nothing is reported by itself; report() and a button still report.';
    case 'short token':
      return `The address of this page has a parameter ${quote(problem.name)} with a value of fewer than 16 characters, which is no endlink token, so the token before it stays. If that is a parameter of your own, choose another name for the token.`;
    case 'test':
      return `data-test=${quote(problem.value)} is no dry run, so reports are sent for real. Use one of: ${DRY_RUN_VALUES.join(', ')}. For real reports, remove it.`;
    case 'outcome map':
      return `data-outcome-map has ${quote(problem.value)}. Write code:outcome, separated by spaces: "1:complete 2:screenout".`;
    case 'carry':
      return `data-carry has ${quote(problem.value)}, which is no host. Name hosts alone, with the port if there is one: "survey.example forms.example:8443".`;
    case 'no answer':
      return `No answer to the report could be read, and it is sent again. If that happens to every report: is data-base-url right (${quote(options.baseUrl)}), does the service allow this origin (CORS), and does connect-src of the page's policy name it?`;
    case 'no relay':
      return `${quote(problem.url)} does not answer as a relay does: ${quote(problem.body)}. The outcome is kept, and is sent again. If that happens to every report: is data-relay-url right, and is the relay switched on there?`;
    case 'unreachable relay':
      return `The report did not reach ${quote(problem.url)}. The outcome is kept, and is sent again. If that happens to every report: is data-relay-url right, does that server allow this origin (CORS), and does connect-src of the page's policy name it?`;
    case 'base URL':
      return describeBaseUrl(problem.value, quote);
    case 'loaded twice':
      return 'The script tag is on this page more than once. Of two values for one option the first counts.';
    case 'no token':
      return (
        'Nothing was reported: this tab has no endlink token. Did the seller land on a page with the script tag or captureEndlink(), on this same origin? ' +
        'Another host receives the token only if data-carry names it.'
      );
    case 'no outcome':
      return `There is no outcome ${quote(problem.value)}. Use one of: ${[...OUTCOMES, ...codesOf(options).map(([code]) => code)].join(', ')}.`;
    case 'outcome is locked':
      return `The outcome is ${quote(problem.locked)} and stays so: ${quote(problem.value)} came later.`;
    case 'redirected':
      return 'The service answered with a redirect, which confirms nothing. Most often data-base-url leads to another host: use the address that it redirects to.';
    case 'refused':
      return `The service refused the report with status ${problem.status}: ${quote(problem.body)}.`;
    case 'taken':
      return `Another outcome of this token was taken before, so ${quote(problem.outcome)} is never sent. Let each page of the survey report the same outcome for a seller.`;
    case 'waits for an outcome':
      return `An <endlink-finish> waits for its outcome. Set the attribute to one of: ${OUTCOMES.join(', ')}.`;
    case 'is not rendered':
      return (
        'An <endlink-finish> is not rendered (display: none, hidden, inert, a closed dialog), so it does not report. ' +
        'It reports when it is shown. To report without words on the page, use data-outcome or style the element.'
      );
  }
}

function describeBaseUrl(value: string, quote: Quote): string {
  const mistake = serviceUrlMistake(value);
  if (!mistake)
    return `data-base-url is ${quote(value)}, on this page's own origin, where no report can be confirmed. If your server passes reports on, use data-via="relay".`;
  if (!value)
    return `Nothing can be sent: the service's address is missing. Give captureEndlink({ baseUrl }) or data-base-url. If a tag manager or an optimiser strips attributes, set window.vaultlinkConfig = { baseUrl: "…" } before the script. The outcome is kept, and is sent once the address is right.`;
  return mistake.kind === 'path'
    ? `Reports do not reach the service: data-base-url is ${quote(value)}. It ${mistake.rule} ${mistake.remedy}`
    : `Nothing can be sent: data-base-url is ${quote(value)}. It ${mistake.rule} ${mistake.remedy} The outcome is kept, and is sent once the address is right.`;
}
