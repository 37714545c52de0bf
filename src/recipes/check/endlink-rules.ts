import { TOKEN_PARAMETER } from '../../protocol/endlink.ts';
import { TOKEN_VARIABLE } from '../endlink-url.ts';
import type { Tool } from '../tool.ts';
import { distanceBetween } from '../../options/likely-name.ts';
import { readPasted } from './pasted-address.ts';
import { holdsPlaceholder, placeholderOf, withPlaceholders } from './placeholders.ts';
import type { FoundPlaceholder } from './placeholders.ts';
import type { AddressParts } from './read-address.ts';
import { failed, ok, warning } from './address-rules.ts';
import type { AddressFinding } from './address-rules.ts';

const VARIABLE_NAME = TOKEN_VARIABLE.slice(2, -2);

/**
 * Returns what keeps a seller from landing with a token where the page looks for it: the findings of a check that have failed.
 *
 * @param text the endlink URL, as it was pasted or composed
 * @param tokenParam the query parameter that the page or the tool reads
 * @see interface §2.5
 */
export function endlinkUrlMistakes(
  text: string,
  tokenParam: string,
  tool?: Tool,
): readonly AddressFinding[] {
  const { parts, findings } = readPasted(text);
  return [...findings, ...endlinkFindings(parts, tool, tokenParam)].filter(
    ({ verdict }) => verdict === 'failed',
  );
}

/** Checks the variable for the token in the address of an endlink question. @see interface §2.5 */
export function endlinkFindings(
  parts: AddressParts,
  tool: Tool | undefined,
  tokenParam: string,
): readonly AddressFinding[] {
  const { pairs, marked, hash, path } = parts;
  if (/\/api\/v3\/endlinks\//i.test(path))
    return [
      failed(
        'path',
        'The address is one at the end of a survey: the service spends the token as soon as it is opened.',
        'Write the address of the first page of your survey.',
      ),
    ];
  const variables = pairs.filter(([, value]) => isTokenVariable(variableIn(value, parts)));
  const variable = variables.find(([name]) => name === tokenParam) ?? variables[0];
  if (variable) {
    const [name, value] = variable;
    return [
      ...nameFindings(name, tool, tokenParam),
      ...spellingFindings(name, variableIn(value, parts)?.text ?? ''),
      ...duplicateFindings(pairs, name),
      ...strayFindings(parts, name),
    ];
  }

  const near = pairs
    .map(([name, value]) => ({ name, found: variableIn(value, parts) }))
    .find(({ found }) => found);
  if (near?.found) return [variableFinding(near.name, near.found)];
  if (holdsPlaceholder(hash))
    return [
      failed(
        'fragment',
        'The variable stands behind "#".',
        `Move it before the "#": ?${tokenParam}=${TOKEN_VARIABLE}. The service fills in values of query parameters only.`,
      ),
    ];
  const partial = pairs.find(
    ([, value]) => holdsPlaceholder(value) && !placeholderOf(value, marked),
  );
  if (holdsPlaceholder(path) || partial)
    return [
      failed(
        'placeholder',
        'The variable is not the whole value of a query parameter.',
        `Write ?${tokenParam}=${TOKEN_VARIABLE}.`,
      ),
    ];
  const foreign = pairs.find(([, value]) => placeholderOf(value, marked));
  if (foreign)
    return [
      failed(
        'placeholder',
        `${placeholderOf(foreign[1], marked)?.text ?? ''} belongs into the addresses at the end.`,
        `Here write ${foreign[0]}=${TOKEN_VARIABLE}.`,
      ),
    ];
  return missingFindings(pairs, tool, tokenParam);
}

/** Returns the variable of the service that is the whole of `value`. Accepts single braces as a misspelt variable. */
function variableIn(value: string, { marked }: AddressParts): FoundPlaceholder | undefined {
  const found = placeholderOf(value, marked);
  if (!found || (found.tool && !isLikeVariable(found.name))) return undefined;
  return found;
}

/** Returns whether a placeholder is the variable of the token, with or without spaces inside its braces. */
const isTokenVariable = (found: FoundPlaceholder | undefined) =>
  found !== undefined && !found.tool && found.name.trim() === VARIABLE_NAME;

const spellingFindings = (name: string, text: string): readonly AddressFinding[] =>
  text === TOKEN_VARIABLE
    ? [ok('placeholder', `The service replaces ${TOKEN_VARIABLE} by the token.`)]
    : [
        warning(
          'placeholder',
          `${text} has spaces inside its braces.`,
          `Write ${name}=${TOKEN_VARIABLE}, as the service documents it.`,
        ),
      ];

const isLikeVariable = (name: string) =>
  distanceBetween(name.toLowerCase().replaceAll('_', ''), VARIABLE_NAME.replace('_', '')) <= 2;

function variableFinding(name: string, { text }: FoundPlaceholder): AddressFinding {
  return failed(
    'placeholder',
    `${text} is no variable that is known to yield the token.`,
    `Write ${name}=${TOKEN_VARIABLE}, with two braces on each side.`,
  );
}

function nameFindings(
  name: string,
  tool: Tool | undefined,
  tokenParam: string,
): readonly AddressFinding[] {
  const atTheEnd = placeholderFor(tool, name);
  if (name === tokenParam)
    return [
      ok(
        'parameter',
        `The token comes in as ${name}.${atTheEnd && ` The addresses at the end must have ${atTheEnd}.`}`,
      ),
    ];
  if (tool?.class === 'redirect' && tool.isTokenParamFixed)
    return [
      failed(
        'parameter',
        `The token comes in as "${name}".`,
        `${tool.name} needs "${tokenParam}".`,
      ),
    ];
  return [
    warning(
      'parameter',
      `The token comes in as "${name}", not as "${tokenParam}".`,
      atTheEnd
        ? `Right only if the addresses at the end have ${atTheEnd}; letter case counts.`
        : `Add data-token-param="${name}" to the tag, or name it in the placeholder of a tool that redirects, or rename it.`,
    ),
  ];
}

/** Returns what the addresses at the end need for a parameter; an empty string if the tool has no placeholder with a name. */
const placeholderFor = (tool: Tool | undefined, name: string): string =>
  tool?.class === 'redirect' && tool.placeholder.includes('NAME')
    ? tool.placeholder.replace('NAME', name)
    : '';

function duplicateFindings(pairs: AddressParts['pairs'], name: string): readonly AddressFinding[] {
  if (pairs.filter(([other]) => other === name).length < 2) return [];
  return [
    failed(
      'parameter',
      `"${name}" stands in the address twice.`,
      'Remove the one without the variable.',
    ),
  ];
}

/** Checks for a second mention of the token beside the parameter `name`, which has its variable. */
function strayFindings(parts: AddressParts, name: string): readonly AddressFinding[] {
  const { pairs, marked, hash, path } = parts;
  const namesToken = (text: string) =>
    /endlink[^a-z]?token|\{\{[^{}]*token[^{}]*\}\}/i.test(withPlaceholders(text, marked));
  const findings = pairs
    .filter(([other, value]) => other !== name && namesToken(value))
    .map(([other, value]) =>
      failed(
        'parameter',
        isTokenVariable(variableIn(value, parts))
          ? `The token comes in as "${other}", too.`
          : `The value of "${other}" is no variable of the service.`,
        `Remove "${other}", or choose "${other}" as the parameter with the token.`,
      ),
    );
  if ([path, hash].some((part) => holdsPlaceholder(part) && namesToken(part)))
    findings.push(
      failed(
        'placeholder',
        'The variable stands in the path or behind "#", too.',
        'Remove it there: the service fills in values of query parameters only.',
      ),
    );
  return findings;
}

function missingFindings(
  pairs: AddressParts['pairs'],
  tool: Tool | undefined,
  tokenParam: string,
): readonly AddressFinding[] {
  const filled = pairs.find(
    ([name, value]) => value && (name === tokenParam || name === TOKEN_PARAMETER),
  );
  if (filled)
    return [
      failed(
        'token',
        `A value is filled in for "${filled[0]}". A token is for one seller, once.`,
        `Write ${filled[0]}=${TOKEN_VARIABLE}.`,
      ),
    ];
  const misspelt = pairs.find(([, value]) => /endlink.?token/i.test(value));
  if (misspelt)
    return [
      failed(
        'placeholder',
        `The value of "${misspelt[0]}" is no variable of the service.`,
        `Write ${misspelt[0]}=${TOKEN_VARIABLE}, with two braces on each side.`,
      ),
    ];
  if (tokenParam === TOKEN_PARAMETER) {
    const atTheEnd = placeholderFor(tool, TOKEN_PARAMETER);
    return [
      ok(
        'parameter',
        `No variable is named, so the service appends ${TOKEN_PARAMETER} by itself.${atTheEnd && ` The addresses at the end must have ${atTheEnd}.`}`,
      ),
    ];
  }
  return [
    failed(
      'parameter',
      `The service appends ${TOKEN_PARAMETER}, but ${tool?.name ?? 'your page'} reads "${tokenParam}".`,
      `Add ${tokenParam}=${TOKEN_VARIABLE}.`,
    ),
  ];
}
