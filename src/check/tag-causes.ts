import type { CauseId } from '../protocol/cause-help.ts';
import type { Observations, SeenPage, SeenPart } from './observations.ts';
import type { Details } from './verdict.ts';

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\s*(;|$)/i;

const NO_CORS =
  'it is a module or has the attribute crossorigin, and its server sends no Access-Control-Allow-Origin';

const OTHER_HASH = 'its hash is not the one in the attribute integrity';

/** Returns why the tag did not run on a page, as far as it was observed; `undefined` if it ran or nothing is known. */
export function whyTagDidNotRun(
  page: SeenPage,
  { parts }: Observations,
): readonly [CauseId, Details] | undefined {
  if (page.hasEngine) return undefined;
  const { address, openedAs, tagFiles = [], tagMalformation: mistake } = page;
  if (mistake !== undefined) return ['tag-malformed', { page: address, mistake }];
  if (page.isEngineReplaced) return ['tag-replaced', { page: address }];
  const directive = page.blocked.find(
    (line) =>
      line.startsWith('script-src') &&
      (line.includes('vaultlink') || tagFiles.some((file) => line.endsWith(file))),
  );
  if (directive !== undefined) return ['tag-blocked', { page: address, directive }];
  const file = parts?.find(
    (part) => tagFiles.includes(part.address) || (!tagFiles.length && isTagFile(part)),
  );
  if (file && page.isTagCors && isCorsRefused(file))
    return ['tag-file-refused', { page: address, address: file.address, reason: NO_CORS }];
  const wrong = file && whyFileIsUnusable(file);
  if (wrong) return [wrong[0], { page: address, ...wrong[1] }];
  if (page.isTagRefusedByHash)
    return ['tag-file-refused', { page: address, address: tagFiles[0] ?? '', reason: OTHER_HASH }];
  if (page.hasTagError)
    return ['tag-file-broken', { page: address, address: file?.address ?? tagFiles[0] ?? '' }];
  if (page.tagWaitsBy !== undefined) return ['tag-waits', { page: address, how: page.tagWaitsBy }];
  const [tagFile] = tagFiles;
  // Browsers ask for the file of each script, but for one that was inserted as text of HTML.
  const isAskedFor = parts?.some(
    ({ address: file, askedForBy: pages = [address] }) =>
      tagFiles.includes(file) && [address, openedAs ?? address].some((one) => pages.includes(one)),
  );
  if (tagFile !== undefined && isAskedFor === false)
    return ['tag-inert', { page: address, address: tagFile }];
  return page.unreadTag && ['tag-unread', { page: address, place: page.unreadTag }];
}

/** Returns whether a browser has most likely refused a file because its server does not allow the page's origin. Chromium says nothing else. */
const isCorsRefused = ({ isCrossOrigin, allowOrigin, failure }: SeenPart): boolean =>
  isCrossOrigin && !allowOrigin && failure === 'net::ERR_FAILED';

/** Returns whether a file is the tag's own: pages name it so, or it has its name. */
export const isTagFile = ({ file, isTag }: SeenPart): boolean =>
  isTag === true || /^vaultlink(-all)?\.js$/.test(file);

/** Returns why the tag's own file did not run. A browser runs a classic script whatever its type is, unless the server forbids that. */
function whyFileIsUnusable(part: SeenPart): readonly [CauseId, Details] | undefined {
  const { address, status, contentType, failure } = part;
  if (status >= 400) return ['tag-file-missing', { address, status }];
  if (/^text\/html/i.test(contentType)) return ['tag-file-html', { address }];
  if (part.isTypeEnforced && status > 0 && !JAVASCRIPT.test(contentType))
    return ['tag-file-type', { address, type: contentType || 'nothing' }];
  return failure === undefined ? undefined : ['tag-file-refused', { address, reason: failure }];
}

/** Returns what keeps a part of the tag from being loaded: a browser refuses a module that has another type. */
export function whyPartIsUnusable(part: SeenPart): readonly [CauseId, Details] | undefined {
  const { file, address, status, contentType, isCrossOrigin, allowOrigin, failure } = part;
  if (status >= 400) return ['part-missing', { file, address, status }];
  if (status > 0 && !JAVASCRIPT.test(contentType))
    return ['part-type', { file, address, type: contentType || 'nothing' }];
  if ((status > 0 && isCrossOrigin && !allowOrigin) || isCorsRefused(part))
    return ['part-origin', { file, address }];
  return failure === undefined ? undefined : ['part-refused', { file, address, reason: failure }];
}
