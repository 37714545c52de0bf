/** The four outcomes, in the order of the interface. @see interface §4.4 */
export const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'] as const;

/** Result of a seller's visit to the buyer's pages. @see interface §1.4 */
export type Outcome = (typeof OUTCOMES)[number];

/** Query parameter of every report, and of a landing URL that renames nothing. @see interface §2.5 §4.4 */
export const TOKEN_PARAMETER = 'service_endlink_token';

/** Seconds from its issue for which a token can be reported. @see interface §8 */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** The query parameter behind each value of a landing URL: a buyer may rename them. @see interface §2.5 */
export interface LandingNames {
  token: string;
  sellerId: string;
  /** One seller with one packet. The service adds it only where the buyer asked for it. */
  interactionId?: string | undefined;
}

/** The names that the service uses where the buyer chose none. @see interface §2.5 */
export const LANDING_NAMES: LandingNames = { token: TOKEN_PARAMETER, sellerId: 'seller_id' };

/** Parameters that the service put on a landing URL. `undefined`: the URL does not have it. */
export interface Landing {
  /** May be a placeholder; see {@link isPlaceholder}. */
  token?: string | undefined;
  sellerId?: string | undefined;
  interactionId?: string | undefined;
  /** The parameters behind these values as they stood, each after its `?` or `&`; for {@link withLanding}. */
  query: string;
  /** The URL without them. Every other parameter and the hash stay, to the letter. */
  rest: string;
}

/** Returns whether `value` is one of the four outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.includes(value as Outcome);
}

/**
 * Returns whether `value` is what a survey tool leaves behind when it did not fill in a variable (`${…}`, `{{…}}`, `[url(…)]`,
 * `{PASSTHRU:…}`, `@name`, `[%…%]`, `#recall:…`, `%…%`, `undefined`, nothing), and so nothing that the service issued.
 */
export function isPlaceholder(value: string): boolean {
  return /^(undefined|null)?$|[\s{}[\]<>@#%]/.test(value);
}

/**
 * Reads what the service put on a landing URL.
 *
 * If a parameter is given twice, the last value that is not a placeholder wins: the service appends its own at the end.
 * In a value, `+` is read as `+`, since a token may be Base64 and none holds a space. A name is compared decoded and as it stands in the URL.
 *
 * @param url absolute, relative, or only a query that begins with `?`
 * @see interface §2.5
 */
export function readLanding(url: string, names: LandingNames): Landing {
  const landing = { query: '' } as Landing;
  landing.rest = url.replace(/\?[^#]*/, (search) =>
    search
      .replace(/[?&]([^&=]+)=?([^&]*)/g, (pair: string, name: string, value: string) => {
        const spellings = [name, decode(name.replaceAll('+', ' '))];
        const text = decode(value);
        for (const key in names) {
          const field = key as keyof LandingNames;
          if (!spellings.includes(names[field] ?? '')) continue;
          landing.query += pair;
          if (!landing[field] || !isPlaceholder(text)) landing[field] = text;
          pair = '';
        }
        return pair;
      })
      .replace(/^&/, '?'),
  );
  return landing;
}

/** Returns the text behind percent signs. What is malformed stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the same URL with a landing on it, so that the page behind it can read it as if the seller had landed there. All other parameters stay.
 *
 * @param url absolute
 * @param query {@link Landing.query}
 * @throws TypeError where it is no URL
 * @see interface §4.4 rule 4
 */
export function withLanding(url: URL, query: string): string {
  url.search += (url.search && '&') + query.slice(1);
  return url.href;
}

/**
 * Returns the address that reports an outcome: a GET to it spends the token.
 *
 * @param baseUrl the service's address; a slash at its end does not matter
 * @param path the outcome for a call from code; with `.html` for a redirect that takes the seller away
 * @throws URIError where the token holds half a surrogate pair, which no URL can
 * @see interface §4.4
 */
export function outcomeUrl(
  baseUrl: string,
  path: Outcome | `${Outcome}.html`,
  token: string,
): string {
  const address = `${baseUrl.replace(/\/+$/, '')}/api/v3/endlinks/${path}`;
  return `${address}?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`;
}

/**
 * Returns whether `text` can be the service's address: an absolute URL over https, or over http on this machine, with no query and no hash.
 * Anything else would send the token in the clear or to nowhere.
 */
export function isServiceUrl(text: string): boolean {
  const isSecure =
    /^https:\/\/[^?#]+$|^http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?(\/[^?#]*)?$/i.test(text);
  try {
    return isSecure && Boolean(new URL(text));
  } catch {
    // No URL, such as `https://<your service>`.
    return false;
  }
}
