/** The four outcomes, in the order of the interface. @see interface §4.4 */
export const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'] as const;

/** How a seller's visit to the buyer's pages ended. @see interface §1.4 */
export type Outcome = (typeof OUTCOMES)[number];

/** Query parameter of every report, and of a landing URL that renames nothing. @see interface §2.5 §4.4 */
export const TOKEN_PARAMETER = 'service_endlink_token';

/** For how long a token can be reported, in seconds from its issue. @see interface §8 */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** What a landing URL carries. `undefined`: not there. A placeholder stands as it was found; see {@link isPlaceholder}. */
export interface Landing {
  token?: string | undefined;
  sellerId?: string | undefined;
  /** One seller with one packet. The service adds it only where the buyer asked for it. */
  interactionId?: string | undefined;
}

/** The query parameter behind each value: a buyer may rename them. @see interface §2.5 */
export interface LandingNames {
  token: string;
  sellerId: string;
  interactionId?: string | undefined;
}

/** The names that the service uses when the buyer chose none. @see interface §2.5 */
export const LANDING_NAMES: LandingNames = { token: TOKEN_PARAMETER, sellerId: 'seller_id' };

/** Whether `value` is one of the four outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.includes(value as Outcome);
}

/**
 * Whether `value` is what a survey tool leaves behind when it did not fill in a variable (`${…}`, `{{…}}`, `[url(…)]`,
 * `{PASSTHRU:…}`, `@name`, `[%…%]`, `#recall:…`, `%…%`, `undefined`, white space, nothing), and so nothing that the service issued.
 */
export function isPlaceholder(value: string): boolean {
  return /^$|^[@#]|^%.*%$|[\s{}[\]<>]|^(undefined|null)$/.test(value);
}

/**
 * Reads what the service put on a landing URL.
 *
 * Where a parameter is given twice, the last value that is not a placeholder wins: the service appends its own at the end.
 * `+` is read as `+`, since a token may be Base64 and none holds a space.
 *
 * @param url absolute, relative, or only a query that begins with `?`
 * @see interface §2.5
 */
export function readLanding(url: string, names: LandingNames = LANDING_NAMES): Landing {
  const landing: Landing = {};
  for (const pair of queryOf(url).split('&')) {
    for (const field of fieldsOf(names)) {
      const value = decode(pair.replace(/^[^=]*=?/, ''));
      if (nameOf(pair) === names[field] && !(landing[field] && isPlaceholder(value))) {
        landing[field] = value;
      }
    }
  }
  return landing;
}

/**
 * The same URL without what {@link readLanding} reads. Every other parameter and the hash stay, to the letter.
 *
 * @see interface §2.5
 */
export function withoutLanding(url: string, names: LandingNames = LANDING_NAMES): string {
  const query = queryOf(url);
  const own = fieldsOf(names).map((field) => names[field]);
  const others = query.split('&').filter((pair) => !own.includes(nameOf(pair)));
  // A function, since a string would have its `$&` filled in.
  return url.replace('?' + query, () => (others.length ? '?' + others.join('&') : ''));
}

/**
 * The same URL with `landing` on it, in place of any that it had: the page behind it can capture it as if the seller had landed there.
 *
 * @see interface §4.4 rule 4
 */
export function withLanding(
  url: string,
  landing: Landing,
  names: LandingNames = LANDING_NAMES,
): string {
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/s.exec(withoutLanding(url, names)) ?? [];
  return (
    fieldsOf(names).reduce((result, field) => {
      const value = landing[field];
      const pair = encode(names[field]) + '=' + encode(value);
      return value ? result + (result.includes('?') ? '&' : '?') + pair : result;
    }, address) + hash
  );
}

/**
 * Where to report `outcome`: a GET to it spends the token.
 *
 * @param baseUrl the service's address; a slash at its end does not matter
 * @param form `api` for a call from code, `html` for a redirect that takes the seller away
 * @see interface §4.4
 */
export function outcomeUrl(
  baseUrl: string,
  outcome: Outcome,
  token: string,
  form: 'api' | 'html' = 'api',
): string {
  const page = form === 'html' ? '.html' : '';
  const query = `?${TOKEN_PARAMETER}=${encode(token)}`;
  return `${baseUrl.replace(/\/+$/, '')}/api/v3/endlinks/${outcome}${page}${query}`;
}

/**
 * Whether `text` can be the service's address: an absolute URL over https, or over http on this machine, with no query and no hash.
 * Anything else would send the token in the clear or to nowhere.
 */
export function isServiceUrl(text: string): boolean {
  return /^(https:\/\/[^\s/?#@\\]+|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?)(\/[^\s?#]*)?$/i.test(
    text,
  );
}

const fieldsOf = (names: LandingNames) =>
  (Object.keys(names) as (keyof LandingNames)[]).filter((field) => names[field]);

const queryOf = (url: string) => /^[^?#]*\??([^#]*)/.exec(url)?.[1] ?? '';

const nameOf = (pair: string) => decode(pair.replace(/=.*/s, ''));

// Half a surrogate pair has no encoding and would throw.
const encode = (text = '') => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
