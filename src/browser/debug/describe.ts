import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import type { SelfCheck } from '../../protocol/self-check.ts';

/** One line of the panel. */
export interface Row {
  label: string;
  /** `ok` and `no` have a mark of their own, `info` is neither. */
  mark: 'ok' | 'no' | 'info';
  text: string;
}

const row = (label: string, mark: Row['mark'], text: string): Row => ({ label, mark, text });

/** Describes a self-check in lines, the problems first. */
export function describeSelfCheck(check: SelfCheck): Row[] {
  const { page, hops, frame } = check;
  const rows = [
    tokenRow(check),
    ...ageRows(check),
    outcomeRow(check),
    ...(page.hasToken
      ? [
          page.isTokenInAddress
            ? row('Address', 'no', 'The address bar holds the token. Is data-scrub "off"?')
            : row('Address', 'ok', 'The token is not in the address bar.'),
          recipientsRow(check),
          page.storage === 'memory'
            ? row(
                'Storage',
                'no',
                'sessionStorage is blocked. Links, forms and history.state keep the token.',
              )
            : row('Storage', 'ok', 'The token is kept in sessionStorage.'),
          row(
            'Hops',
            'info',
            hops ? `${hops} since the landing page` : 'This is the landing page.',
          ),
        ]
      : []),
    ...page.problems.map(({ sentence }) => row('Console', 'no', sentence)),
    tagRow(check),
    partsRow(check),
    policyRow(check),
    ...requestRows(check),
    row(
      'Frame',
      'info',
      frame === 'no'
        ? 'Not in a frame'
        : `In a frame of the ${frame === 'same origin' ? 'same origin' : 'page of another origin'}`,
    ),
  ];
  return [...rows.filter(({ mark }) => mark === 'no'), ...rows.filter(({ mark }) => mark !== 'no')];
}

/** Returns the self-check as text to paste into a message. */
export function textOf(check: SelfCheck): string {
  const rows = describeSelfCheck(check).map(
    ({ label, mark, text }) =>
      `${mark === 'no' ? '[!]' : mark === 'ok' ? '[ok]' : '[i]'} ${label}: ${text}`,
  );
  const title = `Vaultlink self-check of ${check.page.address}${check.page.isDryRun ? ' (TEST)' : ''}`;
  return [title, navigator.userAgent, ...rows].join('\n');
}

function tokenRow({ page, tokenParam, hasPlaceholder }: SelfCheck): Row {
  if (page.hasToken) return row('Token', 'ok', `Found under ${tokenParam}`);
  if (hasPlaceholder)
    return row(
      'Token',
      'no',
      'The address has a variable that was not filled in. See the console.',
    );
  return row(
    'Token',
    'no',
    'This tab has none. Land with one from the sandbox, on a page of this origin.',
  );
}

function ageRows({ ageSeconds }: SelfCheck): Row[] {
  if (ageSeconds === undefined) return [];
  const minutes = Math.floor(ageSeconds / 60);
  const leftMinutes = Math.floor((TOKEN_LIFETIME_SECONDS - ageSeconds) / 60);
  return [
    leftMinutes < 0
      ? row('Age', 'no', `${minutes} min. A token is valid for one hour.`)
      : row('Age', 'ok', `${minutes} min, valid for ${leftMinutes} min more`),
  ];
}

function outcomeRow({ page, answer }: SelfCheck): Row {
  const { state, outcome, status, via } = page;
  if (outcome === undefined)
    return row('Outcome', 'info', `None yet (state "${state}", way "${via}")`);
  const answered = status ? `, status ${status}${answer ? `: ${answer.slice(0, 200)}` : ''}` : '';
  const mark = { confirmed: 'ok', accepted: 'ok', rejected: 'no', unknown: 'no' }[state] ?? 'info';
  return row('Outcome', mark as Row['mark'], `${outcome}, ${state}${answered}`);
}

function recipientsRow({ recipients }: SelfCheck): Row {
  if (!recipients.length) return row('Also has it', 'ok', 'Nobody else, as far as a page can see');
  const names = recipients.map(({ address, by, isOwnOrigin }) =>
    by === 'referrer'
      ? `${address} (as Referer)`
      : `${address}${isOwnOrigin ? ' (your own server)' : ''}`,
  );
  const isForeign = recipients.some(({ isOwnOrigin }) => !isOwnOrigin);
  return row('Also has it', isForeign ? 'no' : 'info', names.join(', '));
}

function tagRow({ page }: SelfCheck): Row {
  const { tagCount, scriptsBefore } = page;
  if (tagCount > 1) return row('Tag', 'no', `On this page ${tagCount} times`);
  if (!scriptsBefore.length) return row('Tag', 'ok', 'The first script of the page');
  return row('Tag', 'no', `Behind ${scriptsBefore.join(', ')}. Put the tag first.`);
}

function partsRow({ parts }: SelfCheck): Row {
  if (!parts.length) return row('Files', 'info', 'Being tried …');
  const unusable = parts.filter(({ isUsable }) => !isUsable);
  if (!unusable.length) return row('Files', 'ok', `All ${parts.length} can be loaded`);
  const names = unusable.map(({ file, status, contentType }) =>
    status ? `${file} (status ${status}, ${contentType || 'no type'})` : `${file} (no answer)`,
  );
  return row('Files', 'no', names.join(', '));
}

function policyRow({ page: { blocked }, policies }: SelfCheck): Row {
  if (blocked.length) return row('Policy', 'no', `Blocked: ${blocked.join(', ')}`);
  return row(
    'Policy',
    'ok',
    policies.length
      ? `Nothing blocked. In the page: ${policies.join(' ')}`
      : 'Nothing blocked. A policy in a header cannot be seen here.',
  );
}

function requestRows({ isFetchReplaced }: SelfCheck): Row[] {
  if (!isFetchReplaced) return [];
  const text =
    'A script of this page wraps fetch. If it adds a header to the report, the browser asks the service first (a preflight, OPTIONS), which may refuse.';
  return [row('Requests', 'info', text)];
}
