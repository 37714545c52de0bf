import type { Behaviour } from '../behaviour/switch-table.ts';
import { TOKEN_PARAMETER } from './endlink-calls.ts';

/** Values that a seller's visit carries to the buyer's pages. */
export interface Visit {
  token: string;
  seller_id: string;
  interaction_id: string;
}

/** Switches that {@link endlinkUrl} reads. */
export type UrlBehaviour = Pick<
  Behaviour,
  'seller_id_variable' | 'interaction_id_variable' | 'append_unrenamed'
>;

/**
 * Adds the values of a visit to the buyer's endlink URL. Replaces variables in double curly braces by their values and appends the values that no variable
 * asks for. Keeps everything else unchanged, and the hash last.
 *
 * A variable is the whole value of a query parameter, with its braces plain or percent-encoded. An unknown variable stays as it is.
 *
 * @see interface §2.5
 */
export function endlinkUrl(buyerUrl: string, visit: Visit, behaviour: UrlBehaviour): string {
  const variables = new Map([
    ['endlink_token', visit.token],
    [behaviour.seller_id_variable, visit.seller_id],
    [behaviour.interaction_id_variable, visit.interaction_id],
  ]);
  const used = new Set<string>();
  const [beforeHash, hash] = splitAt(buyerUrl, '#');
  const [address, query] = splitAt(beforeHash, '?');

  const pairs = query
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name, value] = splitAt(pair, '=');
      const variable = variableIn(value.slice(1));
      const content = variable === undefined ? undefined : variables.get(variable);
      if (variable === undefined || content === undefined) return pair;
      used.add(variable);
      return `${name}=${encodeURIComponent(content)}`;
    });

  const appended: string[] = [];
  if (behaviour.append_unrenamed || used.size === 0) {
    if (!used.has('endlink_token')) appended.push(parameter(TOKEN_PARAMETER, visit.token));
    if (!used.has(behaviour.seller_id_variable))
      appended.push(parameter('seller_id', visit.seller_id));
  }
  return address + joined(pairs.join('&'), appended.join('&')) + hash;
}

const parameter = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;

/** Splits `text` before the first `separator`. The second part begins with it, or is empty. */
function splitAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index)];
}

function joined(query: string, appended: string): string {
  const separator = query === '' || query.endsWith('&') || appended === '' ? '' : '&';
  const whole = query + separator + appended;
  return whole && `?${whole}`;
}

function variableIn(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value.replaceAll('+', ' '));
    return /^\{\{\s*(\w+)\s*\}\}$/.exec(text.trim())?.[1];
  } catch {
    return undefined; // The percent-encoding is invalid, so this is no variable.
  }
}
