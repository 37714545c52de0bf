import { likelyName } from '../options/likely-name.ts';
import type { CauseId } from '../protocol/cause-help.ts';
import { TAG_SETTINGS } from '../protocol/tag-settings.ts';
import type { Observations, SeenPage } from './observations.ts';
import { findRefusal } from './sandboxed.ts';
import { isTagFile, whyPartIsUnusable, whyTagDidNotRun } from './tag-causes.ts';
import { allPages, describeNoPage, namedByPage, reportsWithoutTag, titleOf } from './verdict.ts';
import type { FindCause, Rule } from './verdict.ts';

/** The causes for which a tag that is there does not run. */
const NOT_RUN: readonly CauseId[] = [
  'tag-replaced',
  'tag-blocked',
  'tag-file-missing',
  'tag-file-html',
  'tag-file-type',
  'tag-file-refused',
  'tag-file-broken',
  'tag-waits',
  'tag-inert',
  'tag-unread',
];

const PART_CAUSES: readonly CauseId[] = [
  'part-missing',
  'part-type',
  'part-origin',
  'part-refused',
];

/** Returns the landing page if the tag did not run there, and nothing else explains that. */
function pageWithoutTag(seen: Observations) {
  const [page] = seen.pages;
  if (!page?.isRead || page.hasEngine || page.tagCount > 0) return undefined;
  if (reportsWithoutTag(seen)) return undefined;
  return whyRedirected(seen) !== undefined || capturesOtherwise(seen) ? undefined : page;
}

/** Returns the page that followed by itself, before the tag of the landing page could run. */
function whyRedirected({ pages, redirects }: Observations) {
  const [page, next] = pages;
  if (!page || !next || page.hasEngine) return undefined;
  return (redirects ?? (page.isRead ? 0 : 1)) > 0 ? next : undefined;
}

/** Returns the page to which a server has led, if nothing there can capture the token. */
function findLandingElsewhere(seen: Observations): ReturnType<FindCause> {
  const page = pageWithoutTag(seen);
  if (!page || page.hasLanded || !seen.landing?.isRedirected) return undefined;
  return { page: page.address, titled: titleOf(page) };
}

/** Returns whether the token was captured after all, so that other verdicts say why it was late. */
const capturesOtherwise = ({ capturesAfterReload, consent }: Observations) =>
  Boolean(capturesAfterReload ?? consent?.capturesAfterwards);

const findNotRun =
  (cause: CauseId): FindCause =>
  (seen) => {
    const [page] = seen.pages;
    const why = page && !capturesOtherwise(seen) ? whyTagDidNotRun(page, seen) : undefined;
    return why?.[0] === cause ? why[1] : undefined;
  };

/** Finds a misspelled setting on a landing page that has not captured the token. */
function findMisspelledSetting({ pages: [page] }: Observations): ReturnType<FindCause> {
  const misspelled = page && !page.hasToken ? misspelledSetting(page) : undefined;
  if (!page || !misspelled) return undefined;
  const { wrong, right } = misspelled;
  return { page: page.address, named: `: ${wrong}, which most likely means ${right}` };
}

/** Returns the files that the tag loads. Its own file is judged for each page. */
const partsOf = ({ parts = [] }: Observations) => parts.filter((part) => !isTagFile(part));

const findPart =
  (cause: CauseId): FindCause =>
  (seen) => {
    for (const part of partsOf(seen)) {
      const why = whyPartIsUnusable(part);
      if (why?.[0] === cause) return why[1];
    }
    return undefined;
  };

/** Finds a file that the tag loads, and that a policy keeps from being loaded. */
function findBlockedPart(seen: Observations): ReturnType<FindCause> {
  const failed = partsOf(seen).filter(({ failure }) => failure !== undefined);
  for (const page of allPages(seen)) {
    const directive = page.blocked.find((line) =>
      failed.some(({ address }) => line.endsWith(` ${address}`)),
    );
    if (directive !== undefined) return { page: page.address, directive };
  }
  return undefined;
}

/** Judges whether the tag is there, first and whole. */
export const tagRule: Rule = {
  needs: ['opens'],
  causes: [
    ['page-sandboxed', (seen) => findRefusal(seen, true)],
    [
      'tag-malformed',
      ({ pages: [page], reports }) =>
        page?.tagMalformation !== undefined && !(page.hasEngine && reports.length)
          ? { page: page.address, mistake: page.tagMalformation }
          : undefined,
    ],
    ...NOT_RUN.map((cause) => [cause, findNotRun(cause)] as const),
    [
      'tag-silent',
      (seen) => {
        const page = pageWithoutTag(seen);
        return page?.isSilent ? { page: page.address } : undefined;
      },
    ],
    ['landing-elsewhere', findLandingElsewhere],
    [
      'tag-joined-broken',
      (seen) => {
        const page = pageWithoutTag(seen);
        // A script in the page itself contains no file of the tag.
        const scripts = page?.failedScripts?.filter((file) => file !== page.openedAs) ?? [];
        return page && scripts.length
          ? { page: page.address, scripts: scripts.slice(0, 3).join(', ') }
          : undefined;
      },
    ],
    [
      'tag-missing',
      (seen) => {
        const page = pageWithoutTag(seen);
        return page && { page: page.address, titled: titleOf(page) };
      },
    ],
    [
      'tag-not-run',
      (seen) => {
        const [page] = seen.pages;
        if (!page?.isRead || page.hasEngine || !page.tagCount) return undefined;
        const isExplained = whyRedirected(seen) !== undefined || capturesOtherwise(seen);
        return isExplained ? undefined : { page: page.address };
      },
    ],
    ['tag-blocked', findBlockedPart],
    ...PART_CAUSES.map((cause) => [cause, findPart(cause)] as const),
    // A misspelled data-base-url is named under the address of the service.
    [
      'setting-unknown',
      namedByPage('setting-unknown', ({ problems }) =>
        problems.every(({ cause }) => cause !== 'base-url-missing'),
      ),
    ],
    // A page without the token does not name its settings in the console.
    ['setting-unknown', findMisspelledSetting],
    ['settings-not-plain', namedByPage('settings-not-plain')],
    ['setting-unreadable', namedByPage('setting-unreadable')],
    ['element-unknown', namedByPage('element-unknown')],
    ['setting-twice', namedByPage('setting-twice')],
    [
      'tag-twice',
      ({ pages }) => {
        const page = pages.find(({ tagCount }) => tagCount > 1);
        return page && { page: page.address };
      },
    ],
    [
      'tag-not-first',
      ({ pages: [page] }) =>
        page?.tagCount && page.scriptsBefore.length
          ? { page: page.address, scripts: page.scriptsBefore.slice(0, 3).join(', ') }
          : undefined,
    ],
  ],
  describeUnknown: (seen) => {
    if (reportsWithoutTag(seen)) return undefined;
    const next = whyRedirected(seen);
    if (next) return `The page went on to ${next.address} before the tag ran.`;
    const [page] = seen.pages;
    if (page && !page.isRead && !page.hasEngine)
      return 'The page was left before the browser had read all of it.';
    return describeNoPage(seen);
  },
  describeRight: (seen) => {
    if (reportsWithoutTag(seen)) return 'No page has the tag: the survey reports in another way.';
    const [page] = seen.pages;
    const { parts = [] } = seen;
    const names = [...new Set(parts.map(({ file }) => file))];
    const served = names.length ? ` Served as they should be: ${names.join(', ')}.` : '';
    return page?.tagCount
      ? `The tag is the first script of the landing page.${served}`
      : `The tag runs on the landing page.${served}`;
  },
};

const SETTING_NAMES: readonly string[] = TAG_SETTINGS;

const attributeOf = (name: string) =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns a misspelled setting of a page's tag, and the one that is meant, as attributes. Other tools have attributes of their own there. */
export function misspelledSetting({
  settingNames = [],
}: SeenPage): { wrong: string; right: string } | undefined {
  for (const name of settingNames.filter((one) => !SETTING_NAMES.includes(one))) {
    const likely = likelyName(name, SETTING_NAMES);
    if (likely !== undefined) return { wrong: attributeOf(name), right: attributeOf(likely) };
  }
  return undefined;
}
