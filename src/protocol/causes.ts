/**
 * What the page says in the console, by cause. `{value}` stands for what differs from page to page. What else is known about a cause is in
 * `cause-help.ts`, which no page downloads.
 *
 * @module
 */
export const CONSOLE_SENTENCES = {
  'setting-twice': '{name} is set twice: "{first}" is used, "{second}" is ignored.',
  'setting-unreadable':
    '{name} is of a kind that no setting can be. Write text, as in an attribute of the script tag.',
  'setting-unknown': '{place} has {name}, which is no setting.{meant}',
  'settings-not-plain': 'window.vaultlinkConfig is no plain object, so it has no settings.',
  'tag-twice':
    'The script tag is on this page more than once. Of two values for one option the first counts.',
  'test-value':
    'data-test="{value}" is no dry run, so reports are sent for real. Use one of: {values}. For real reports, remove it.',
  'outcome-map':
    'data-outcome-map has "{value}". Write code:outcome, separated by spaces: "1:complete 2:screenout".',
  'carry-no-host':
    'data-carry has "{value}", which is no host. Name hosts alone, with the port if there is one: "survey.example forms.example:8443".',
  'base-url-missing':
    'Nothing can be sent: the service\'s address is missing. Give captureEndlink({ baseUrl }) or data-base-url. If a tag manager or an optimiser strips attributes, set window.vaultlinkConfig = { baseUrl: "…" } before the script. The outcome is kept, and is sent once the address is right.',
  'base-url-form':
    'Nothing can be sent: data-base-url is "{value}". It {rule} {remedy} The outcome is kept, and is sent once the address is right.',
  'base-url-path':
    'Reports do not reach the service: data-base-url is "{value}". It {rule} {remedy}',
  'base-url-own-page':
    'data-base-url is "{value}", on this page\'s own origin, where no report can be confirmed. If your server passes reports on, use data-via="relay".',
  'token-placeholder':
    'The address of this page has {text} where the endlink token belongs: a variable that was not filled in. {remedy}',
  'token-short':
    'The address of this page has a parameter "{name}" with a value of fewer than 16 characters, which is no endlink token, so the token before it stays. If that is a parameter of your own, choose another name for the token.',
  'token-missing':
    'Nothing was reported: this tab has no endlink token. Did the seller land on a page with the script tag or captureEndlink(), on this same origin? Another host receives the token only if data-carry names it.',
  'entry-unknown':
    'The seller came back to this page, and the browser does not tell whether it belongs to the endlink token of this tab or to an earlier one. Nothing is reported by itself; report() and a button still report.',
  'element-unknown': 'This page has <{name}>, which is no element of Vaultlink.{meant}',
  'element-hidden':
    'An <endlink-finish> is not rendered (display: none, hidden, inert, a closed dialog), so it does not report. It reports when it is shown. To report without words on the page, use data-outcome or style the element.',
  'outcome-missing':
    'An <endlink-finish> waits for its outcome. Set the attribute to one of: {values}.',
  'outcome-unknown': 'There is no outcome "{value}". Use one of: {values}.',
  'outcome-locked': 'The outcome is "{locked}" and stays so: "{value}" came later.',
  'outcome-taken':
    'Another outcome of this token was taken before, so "{value}" is never sent. Let each page of the survey report the same outcome for a seller.',
  'relay-unreachable':
    'The report did not reach "{url}". The outcome is kept, and is sent again. If that happens to every report: is data-relay-url right, does that server allow this origin (CORS), and does connect-src of the page\'s policy name it?',
  'relay-answer':
    '"{url}" does not answer as a relay does: "{body}". The outcome is kept, and is sent again. If that happens to every report: is data-relay-url right, and is the relay switched on there?',
  'service-unreadable':
    'No answer to the report could be read, and it is sent again. If that happens to every report: is data-base-url right ("{value}"), does the service allow this origin (CORS), and does connect-src of the page\'s policy name it?',
  'service-redirects':
    'The service answered with a redirect, which confirms nothing. Most often data-base-url leads to another host: use the address that it redirects to.',
  'report-refused': 'The service refused the report with status {status}: "{body}".',
} as const;

/** The id of a cause that the page itself can see. */
export type ConsoleCause = keyof typeof CONSOLE_SENTENCES;

/** The ids of the causes that the page itself can see. */
export const CONSOLE_CAUSES = Object.keys(CONSOLE_SENTENCES) as [ConsoleCause, ...ConsoleCause[]];

/** Help for a cause. `{name}` stands for what differs from visit to visit. */
export interface CauseHelp {
  /** Heading on the page about troubleshooting. */
  title: string;
  /** Sentence about what a check saw. */
  seen: string;
  /** Reason, for the page about causes. Missing: `seen` says it. */
  cause?: string;
  remedy: string;
  /** Page of the docs that has more, with its anchor. */
  see?: string;
  /** Set if sellers are paid all the same. */
  isWarning?: true;
}
