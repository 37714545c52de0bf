import type { Behaviour } from '../behaviour/switch-table.ts';
import { TOKEN_PARAMETER } from './endlink-calls.ts';

/** Values that a seller's visit carries to the buyer's pages. */
export interface Visit {
  token: string;
  seller_id: string;
  interaction_id: string;
}

/** A parameter of the landing URL that the service filled in or added. */
interface FilledParameter {
  name: string;
  /** The variable in the buyer's URL; `null`: the service added the parameter. */
  variable: string | null;
  value: string;
}

/** A landing URL, and the value of each placeholder in the buyer's URL. */
export interface FilledEndlink {
  url: string;
  filled: readonly FilledParameter[];
  /** Says of each placeholder that was left in the URL why, as a part of a sentence. */
  unfilled: readonly string[];
}

/** Switches that {@link fillEndlink} reads. */
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
export function fillEndlink(
  buyerUrl: string,
  visit: Visit,
  behaviour: UrlBehaviour,
): FilledEndlink {
  const variables = new Map([
    ['endlink_token', visit.token],
    [behaviour.seller_id_variable, visit.seller_id],
    [behaviour.interaction_id_variable, visit.interaction_id],
  ]);
  const filled: FilledParameter[] = [];
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
      filled.push({ name, variable, value: content });
      return parameter({ name, value: content });
    });

  const added: FilledParameter[] = [];
  const isAsked = (wanted: string) => filled.some(({ variable }) => variable === wanted);
  if (behaviour.append_unrenamed || !filled.length) {
    if (!isAsked('endlink_token'))
      added.push({ name: TOKEN_PARAMETER, variable: null, value: visit.token });
    if (!isAsked(behaviour.seller_id_variable))
      added.push({ name: 'seller_id', variable: null, value: visit.seller_id });
  }
  const url = address + joined(pairs.join('&'), added.map(parameter).join('&')) + hash;
  const unfilled = unfilledIn(address + pairs.join('&') + hash, [...variables.keys()]);
  return { url, filled: [...filled, ...added], unfilled };
}

const parameter = ({ name, value }: Pick<FilledParameter, 'name' | 'value'>) =>
  `${name}=${encodeURIComponent(value)}`;

/** Names the placeholders that are left in a URL, and why. Single braces count where they hold the name of a variable. */
function unfilledIn(url: string, variables: readonly string[]): string[] {
  const plain = url.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  return [...plain.matchAll(/(\{+)\s*(\w+)\s*(\}+)/g)].flatMap(([text, open, name = '', close]) => {
    const isVariable = variables.includes(name);
    if (open === '{{' && close === '}}') {
      return isVariable
        ? `${text} is not the whole value of a parameter`
        : `there is no variable ${text}`;
    }
    return isVariable ? `${text} needs two braces on each side` : [];
  });
}

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

/**
 * Returns what is wrong with an endlink URL that a buyer enters: a seller would land without a token, or with one that the page does not find. A clause that
 * goes on behind the name of the field, "must …"; `undefined` if nothing is known to be wrong.
 *
 * @see interface §2.5
 */
export function endlinkUrlMistake(buyerUrl: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(buyerUrl) || !URL.canParse(buyerUrl))
    return 'must be an absolute http or https URL';
  const [beforeHash, hash] = splitAt(buyerUrl, '#');
  const [address, query] = splitAt(beforeHash, '?');
  if (/\/api\/v3\/endlinks\//i.test(address))
    return 'must lead to your survey, and not to an outcome of the service';
  if (/\{[^{}]*token/i.test(address + hash))
    return 'must have {{endlink_token}} in its query, before any "#": elsewhere it stays as it is';
  const pairs = query
    .slice(1)
    .split('&')
    .map((pair) => splitAt(pair, '='));
  for (const [name, valueWithSign] of pairs) {
    const value = valueWithSign.slice(1);
    const isVariable = variableIn(value) === 'endlink_token';
    if (name.startsWith('amp;')) return 'must join its parameters with "&", and not with "&amp;"';
    if (isVariable && pairs.filter(([other]) => other === name).length > 1)
      return `must have "${name}" once`;
    if (!isVariable && /endlink[\W_]?token|\{\{[^{}]*token/i.test(value))
      return `must have {{endlink_token}} as the whole value of "${name}": other texts stay as they are`;
    if (!isVariable && name === TOKEN_PARAMETER && value)
      return `must hold no token: write ${TOKEN_PARAMETER}={{endlink_token}}, or leave it out`;
  }
  return undefined;
}
