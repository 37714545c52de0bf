import type { CauseHelp, ConsoleCause } from './causes.ts';

/** Help for the causes that a page names in the console, in the order of the page about troubleshooting. */
export const CONSOLE_CAUSE_HELP = {
  'token-missing': {
    title: 'This tab has no token',
    seen: '{page} asked for a report, and its tab has no endlink token.',
    cause:
      'The page on which the seller landed has no script tag, or is on another host than this page. Or you have opened this page yourself, without an endlink.',
    remedy:
      'Put the tag on each page, the first one above all. If the survey goes on at another host, name it in data-carry. For window.open(…, "noopener") write window.open(vaultlink.carry(url), "_blank", "noopener").',
    see: 'script-tag.md#data-carry',
  },
  'token-placeholder': {
    title: 'A placeholder was not filled in',
    seen: 'The address of {page} has a variable where the token belongs: it was not filled in.',
    cause:
      'A survey tool has passed on the name of a variable, and not its value. Where the line names only a length, the text may be a token that was encoded twice or has a space beside it. The console never shows a token.',
    remedy:
      'The end of the line says what to do in that tool. In the URL of the endlink question write {{endlink_token}}, with two braces on each side.',
  },
  'token-short': {
    title: 'A parameter is too short for a token',
    seen: 'The parameter of the token has a short value on {page}, which is no token.',
    cause: 'data-token-param names a parameter that your pages use for something else, too.',
    remedy: 'Choose a name for the token that none of your pages uses.',
    see: 'script-tag.md#data-token-param',
  },
  'entry-unknown': {
    title: 'The seller came back to a page',
    seen: 'The seller came back to {page}, which may belong to an earlier token, so it reports nothing by itself.',
    cause:
      'After Back or Forward the page may belong to a survey that ended before, so that an automatic report could end the wrong one.',
    remedy: 'None is needed. A seller who goes on with the survey reaches its last page as usual.',
  },
  'base-url-missing': {
    title: 'The service’s address is missing',
    seen: '{page} has no address of the service, so nothing can be sent.',
    cause: 'No setting names the service, or a tool has removed the attributes of the tag.',
    remedy:
      'Set data-base-url, or baseUrl in code. For a tag manager, set window.vaultlinkConfig before the tag.',
    see: 'script-tag.md#data-base-url',
  },
  'base-url-form': {
    title: 'The service’s address is wrong',
    seen: 'The address of the service on {page} is no address that a page can report to, so nothing can be sent.',
    cause:
      'The address does not begin with https://, or is still a placeholder from the docs, such as https://<your service>. Or it has a user’s name, a ? or a #. http:// is for a server on this machine alone.',
    remedy:
      'Copy the address of the service from the developer settings of the marketplace into data-base-url: https://, the host, and nothing in < > or { }. Write https:// in the place of http://, unless the server is on this machine. If the page’s console says "Write …", that is the address.',
    see: 'script-tag.md#data-base-url',
  },
  'base-url-path': {
    title: 'The service’s address is that of an endpoint',
    seen: 'The address of the service on {page} ends in a path of the interface, which the tag adds itself.',
    cause:
      'The address ends in /oauth/token, /api/v3/endlinks/complete.html or the like. /api alone can be a part of the service’s address.',
    remedy: 'Write the address that the line offers.',
    see: 'script-tag.md#data-base-url',
  },
  'base-url-own-page': {
    title: 'The service’s address is this page’s own',
    seen: 'The address of the service on {page} is that of your own site, where no report is recorded.',
    cause: 'The address is that of your own page. What answers there is not the service.',
    remedy:
      'Set data-base-url to the address of the service. If reports go through your server, set data-via="relay".',
    see: 'script-tag.md#data-via',
  },
  'outcome-missing': {
    title: 'The element waits for its outcome',
    seen: 'The <endlink-finish> on {page} waits for its outcome.',
    cause: 'The element has no outcome.',
    remedy:
      'Set the attribute outcome to complete, fail, quota_full or screenout. You may set it later: the element reports then.',
  },
  'outcome-unknown': {
    title: 'There is no such outcome',
    seen: '{page} asked for an outcome that does not exist.',
    cause:
      'A script, an attribute or a query parameter has another word than the four outcomes. Nothing was locked.',
    remedy: 'Use one of the words of the line. Map your tool’s own codes with data-outcome-map.',
    see: 'script-tag.md#data-outcome-map',
  },
  'outcome-map': {
    title: 'The outcome map is wrong',
    seen: 'The outcome map on {page} cannot be read.',
    cause: 'A pair lacks its colon, or its second word is no outcome.',
    remedy: 'Write code:outcome, separated by spaces: data-outcome-map="1:complete 2:screenout".',
    see: 'script-tag.md#data-outcome-map',
  },
  'outcome-locked': {
    title: 'The outcome is locked',
    seen: '{page} asked for a second outcome. The first one counts.',
    cause: 'The page has asked for two outcomes. The first one counts, even if it is not sent yet.',
    remedy:
      'Look for the two places that report, such as an element and a script. Ask for the outcome once, when the survey knows it.',
  },
  'outcome-taken': {
    title: 'The backend has another outcome',
    seen: 'Another outcome of this token was taken before the one of {page}.',
    cause:
      'Another page, or your own server, has reported another outcome for this token through the relay (409, outcome_locked). The backend keeps to that one, even if the service has rejected it.',
    remedy:
      'Look up the earlier one and its state with vaultlink outcomes list. Let all places report the same outcome.',
    see: 'outcomes.md#what-to-do',
  },
  'element-unknown': {
    title: 'The element’s name is misspelled',
    seen: '{page} has an element whose name is misspelled{named}.',
    cause: 'The page has an element such as <endlink-finsh>, which no browser and no code knows.',
    remedy: 'Write its name as the line does.',
    see: 'reference/elements.md',
  },
  'element-hidden': {
    title: 'The element is not rendered',
    seen: 'The <endlink-finish> on {page} is not rendered, so it does not report.',
    cause: 'The element is hidden, so no seller has reached the end of the survey yet.',
    remedy:
      'Show it on the last page. To report without any words, set data-outcome on the script tag of that page.',
    see: 'script-tag.md#data-outcome',
  },
  'service-unreadable': {
    title: 'No answer could be read',
    seen: '{page} could not read the answer to its report.',
    cause:
      'The network failed for a moment, which mends itself. If it happens to each seller, the address is wrong, the service does not allow your origin, or your page’s policy blocks the request. A script of your page may also wrap fetch and add a header to every request: the browser then asks the service first, with OPTIONS (a preflight), which it need not allow.',
    remedy:
      'Look at the request in the network tab. If OPTIONS stands before it, let your wrapper of fetch leave other origins alone. Add the service to connect-src. If the service does not allow your origin, report with data-via="redirect" or "relay".',
    see: 'script-tag.md#data-via',
  },
  'service-redirects': {
    title: 'The service answered with a redirect',
    seen: 'The report of {page} was answered with a redirect, which confirms nothing.',
    cause: 'The address of the service has moved, or lacks www. or the s of https.',
    remedy: 'Open the address in a browser, and copy where it leads to.',
  },
  'report-refused': {
    title: 'The service refused the report',
    seen: 'The service refused the report of {page}.',
    cause:
      'Most often the token is spent, or older than an hour. The line has the answer of the service.',
    remedy:
      'Let the report send the token of this visit, as it was. Open the endlink again for a new token. If each report is refused, ask the operator of the service.',
  },
  'relay-answer': {
    title: 'The relay does not answer',
    seen: 'What answers {page} at the address of the relay is no relay.',
    cause: 'Another server or a proxy answers at this address, or the relay is off.',
    remedy:
      'Set data-relay-url. Switch the relay on with the option relay or with VAULTLINK_RELAY=on.',
    see: 'script-tag.md#data-relay-url',
  },
  'relay-unreachable': {
    title: 'The report does not reach the relay',
    seen: 'The report of {page} did not reach the relay.',
    cause:
      'Your server is away, or the browser refused the request: by the page’s policy, by CORS, or because other requests of the page with keepalive have used up the browser’s quota. The next attempt is made without keepalive.',
    remedy:
      'Open the network tab, and look at the request. Compare its address with data-relay-url.',
    see: 'script-tag.md#data-relay-url',
  },
  'setting-unknown': {
    title: 'It is no setting',
    seen: '{page} has a setting that does not exist{named}.',
    cause: 'A typing error in a name.',
    remedy: 'Write the name as in the list of settings.',
    see: 'script-tag.md#settings',
  },
  'settings-not-plain': {
    title: 'The settings are no plain object',
    seen: 'window.vaultlinkConfig on {page} has no settings that can be read.',
    cause: 'Text, a list or an element of the page stands in the place of the settings.',
    remedy: 'Write window.vaultlinkConfig = { baseUrl: "…" } before the tag.',
    see: 'script-tag.md#settings',
  },
  'setting-unreadable': {
    title: 'A setting cannot be read',
    seen: '{page} has a setting of a kind that cannot be read.',
    cause:
      'window.vaultlinkConfig has a function, or another value that is no text, under this name. Text, a number, a URL, a list and an object of codes can be read.',
    remedy: 'Write the setting as text.',
  },
  'setting-twice': {
    title: 'A setting has two values',
    seen: 'A setting on {page} has two values, and the first counts.',
    cause:
      'Two tags, window.vaultlinkConfig, code or an element say different things. The first counts.',
    remedy: 'Remove one of them.',
    isWarning: true,
  },
  'tag-twice': {
    title: 'The tag is on the page twice',
    seen: 'The tag is on {page} more than once.',
    cause: 'A template and a tag manager both add the tag.',
    remedy: 'Keep one: of two values for one setting the first counts. Nothing is reported twice.',
    isWarning: true,
  },
  'test-value': {
    title: 'The value of data-test is no dry run',
    seen: 'The value of data-test on {page} is no dry run, so reports are sent for real.',
    cause: 'data-test has no value, or one such as false or off.',
    remedy: 'For a dry run write data-test="on". For real reports remove the attribute.',
    isWarning: true,
  },
  'carry-no-host': {
    title: 'The hosts to carry to are wrong',
    seen: 'data-carry on {page} has what is no host.',
    cause:
      'The attribute has a whole address, a star for any host, or something that no browser takes for a host.',
    remedy: 'Leave out https:// and the path, and name each host: data-carry="survey.example".',
    see: 'script-tag.md#data-carry',
  },
} satisfies Record<ConsoleCause, CauseHelp>;
