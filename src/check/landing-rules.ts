import { failed, notChecked, ok, warning, type CheckResult } from '../findings/index.ts';
import type { Observations, SeenPart } from './observations.ts';
import { landingPage, noPage, type Rule } from './rule.ts';
import { judgeCertificate } from './service-rules.ts';

const PASTE_TAG =
  'Put <script src="/vaultlink.js" data-base-url="…"></script> first into the <head> of this page.';

/** Rules about the landing page. */
export const landingRules = {
  landing: { needs: [], judge: judgeLanding },
  consent: { needs: ['landing'], judge: judgeConsent },
  tag: { needs: ['landing', 'consent'], judge: judgeTag },
  order: { needs: ['landing', 'consent', 'tag'], judge: judgeOrder },
  parts: { needs: ['landing', 'consent', 'tag'], judge: ({ parts }) => judgeParts(parts) },
  captured: { needs: ['landing', 'consent', 'tag'], judge: judgeCaptured },
  reload: { needs: ['landing', 'consent'], judge: judgeReload },
  scrubbed: { needs: ['landing', 'consent', 'tag', 'captured'], judge: judgeScrubbed },
} satisfies Record<string, Rule>;

function judgeLanding(seen: Observations): CheckResult {
  const { landing, pages } = seen;
  if (landing?.failure !== undefined)
    return failed(
      `The landing page could not be opened: ${landing.failure}.`,
      'Check the address, and whether this machine can reach it.',
    );
  if (landing && landing.status >= 400)
    return failed(
      `The landing page answered with status ${landing.status}.`,
      'Sellers must be able to open this address without logging in.',
    );
  const certificate = judgeCertificate(seen);
  if (certificate) return certificate;
  const [page] = pages;
  return page ? ok(`Opened ${page.address}.`) : noPage(seen);
}

function judgeConsent(seen: Observations): CheckResult {
  const { consent } = seen;
  if (consent === undefined) return notChecked('Nobody looked for a consent banner.');
  if (!consent) return ok('No consent banner was seen.');
  const { button } = consent;
  const name = button === undefined ? '' : ` ("${button}")`;
  if (consent.isInTheWay)
    return failed(
      `A consent banner${name} covers what has to be clicked.`,
      'Press it as a step: --click with the selector of its button. Sellers have to press it too.',
    );
  if (consent.capturesAfterwards)
    return failed(
      `The tag runs only after consent: the token was captured after ${button === undefined ? 'the first click' : `"${button}" was pressed`}.`,
      'Take the tag out of the control of the consent tool: it sets no cookie and is needed to pay the seller. Sellers who do not press the button are not paid.',
    );
  return warning(
    `There is a consent banner${name}, and the token was not captured after it was pressed either.`,
    'See the other verdicts.',
  );
}

function judgeTag(seen: Observations): CheckResult {
  const page = landingPage(seen);
  if (!page) return noPage(seen);
  const blocked = page.blocked.find(
    (line) => line.startsWith('script-src') && line.includes('vaultlink'),
  );
  if (blocked && !page.hasEngine)
    return failed(
      `The Content Security Policy blocks the tag: ${blocked}.`,
      'Allow the address of the tag in script-src, or give the tag the nonce of the page.',
    );
  const file = seen.parts?.find(({ file: name }) => /^vaultlink(-all)?\.js$/.test(name));
  const wrong = file && describePart(file);
  if (wrong && !page.hasEngine)
    return failed(`The tag is on the page, but its file cannot be used: ${wrong}.`, PART_ADVICE);
  if (!page.tagCount && !page.hasEngine) {
    if (!page.isRead) return notChecked('The page was left before the browser had read all of it.');
    if (seen.capturesAfterReload) return ok('The tag is on the page after a reload.');
    if (page.isSilent)
      return failed(
        `The tag did not run on ${page.address}, and the next page has no token.`,
        PASTE_TAG,
      );
    return failed(`There is no script tag on ${page.address}.`, PASTE_TAG);
  }
  if (page.tagCount > 1)
    return warning(
      `The tag is on the page ${page.tagCount} times.`,
      'Keep one: of two values for one setting the first counts.',
    );
  return ok('The tag is on the landing page.');
}

function judgeOrder(seen: Observations): CheckResult {
  const page = landingPage(seen);
  if (!page) return noPage(seen);
  if (!page.tagCount) return notChecked('The page has no script tag of its own.');
  const { scriptsBefore } = page;
  if (!scriptsBefore.length) return ok('The tag is the first script.');
  return warning(
    `${scriptsBefore.length === 1 ? 'A script comes' : `${scriptsBefore.length} scripts come`} before the tag: ${scriptsBefore.slice(0, 3).join(', ')}.`,
    'Put the tag first: a script before it sees the token in the address, and may redirect before it is captured.',
  );
}

const PART_ADVICE =
  'Copy all vaultlink files into one folder, and have it serve them as text/javascript; from another origin with Access-Control-Allow-Origin.';

function judgeParts(parts: readonly SeenPart[] | undefined): CheckResult {
  if (!parts) return notChecked('The files were not seen. Run the command.');
  for (const part of parts) {
    const fault = describePart(part);
    if (fault !== undefined) return failed(`${part.file}: ${fault}.`, PART_ADVICE);
  }
  if (!parts.length) return notChecked('The pages asked for no file of Vaultlink.');
  const names = [...new Set(parts.map(({ file }) => file))];
  return ok(`Served as they should be: ${names.join(', ')}.`);
}

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\s*(;|$)/i;

/** Describes what is wrong with a file. Returns `undefined` if it is right. */
function describePart(part: SeenPart): string | undefined {
  const { address, status, contentType, isCrossOrigin, allowOrigin, failure, file } = part;
  if (status >= 400) return `${address} answers with status ${status}`;
  // A browser loads a classic script whatever its type is. It refuses a module that has another type.
  const isModule = !/^vaultlink(-all)?\.js$/.test(file);
  if (isModule && status > 0 && !JAVASCRIPT.test(contentType))
    return `${address} is served as ${contentType || 'nothing'}, so the browser refuses it as a module`;
  if (isModule && status > 0 && isCrossOrigin && !allowOrigin)
    return `${address} is on another origin and has no Access-Control-Allow-Origin`;
  return failure === undefined ? undefined : `${address} could not be loaded (${failure})`;
}

function judgeCaptured(seen: Observations): CheckResult {
  const [page, ...others] = seen.pages;
  if (!page) return noPage(seen);
  if (page.hasToken) return ok('The token was captured on the landing page.');
  if (seen.capturesAfterReload) return ok('The token was captured after a reload.');
  const next = others[0];
  if (next?.hasLanded && next.hasToken)
    return ok(`The landing page forwards the token to ${next.address}, which captured it.`);
  if (next && !page.hasEngine)
    return failed(
      `A script redirected to ${next.address} before the tag ran.`,
      'Put the tag before the script that redirects, or forward the URL parameters in the redirect.',
    );
  if (!page.hasLanded)
    return failed(
      'The address of the landing page held no token when the page was shown.',
      'A redirect of your server lost the URL parameters: forward them.',
    );
  return failed(
    'The tag ran, but it did not capture the token.',
    'Does the endlink URL use a parameter name of your own? Set data-token-param to it.',
  );
}

function judgeReload(seen: Observations): CheckResult {
  const { pages, capturesAfterReload } = seen;
  if (!pages.length) return noPage(seen);
  if (!pages[0]?.hasToken && capturesAfterReload)
    return failed(
      'The token is not captured at this visit, but after a reload.',
      'The tag is loaded too late for a first visit: a consent tool, a test variant, a cache or a service worker. Sellers come once: put the tag into the HTML of the page.',
    );
  return ok('No reload is needed.');
}

function judgeScrubbed(seen: Observations): CheckResult {
  if (!landingPage(seen)) return noPage(seen);
  const page = seen.pages.find(({ isTokenInAddress, hasEngine }) => isTokenInAddress && hasEngine);
  if (!page) return ok('The token was taken out of the address.');
  return page.isScrubOff
    ? failed(
        `The token stays in the address of ${page.address}: data-scrub is "off".`,
        'Remove data-scrub. If a script of yours needs the token, let it call vaultlink.token().',
      )
    : failed(
        `The token is in the address of ${page.address}.`,
        'A script puts it back after the tag has removed it. Let a router begin with the address after the tag ran.',
      );
}
