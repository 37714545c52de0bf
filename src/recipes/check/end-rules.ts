import { isOutcome, isPlaceholder, OUTCOMES, TOKEN_PARAMETER } from '../../protocol/endlink.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { TOKEN_VARIABLE } from '../endlink-url.ts';
import { OUTCOME_MAP, STATUS_PARAMETER, STATUS_WORDS } from '../compose.ts';
import { usualTokenParam } from '../recipe-options.ts';
import type { RedirectTool, Tool } from '../tool.ts';
import { distanceBetween } from '../../options/likely-name.ts';
import { holdsPlaceholder, placeholderOf } from './placeholders.ts';
import type { FoundPlaceholder } from './placeholders.ts';
import type { AddressParts } from './read-address.ts';
import { failed, ok, warning } from './address-rules.ts';
import type { AddressFinding } from './address-rules.ts';

/** Path of the endlink addresses, up to the outcome. @see interface §4.4 */
const PATH = '/api/v3/endlinks/';

/** Words of tools and panels for the four outcomes. */
const WORDS: Readonly<Record<Outcome, RegExp>> = {
  screenout: /^(terminat|screen|disqual|dq|notqual|unqual|failure)/,
  quota_full: /^(over|quota|oq|full)/,
  fail: /^(quality|fail|error|techn|reject)/,
  complete: /^(compl|success|finish|done|thank)/,
};

/** Checks path, outcome and form of an end address. */
export function pathFindings(
  { path }: AddressParts,
  servicePath: string,
): readonly AddressFinding[] {
  const base = `${servicePath}${PATH}`;
  const start = path.slice(0, path.lastIndexOf('/') + 1);
  const segment = path.slice(start.length);
  const word = segment.replace(/\.\w*$/, '');
  const findings: AddressFinding[] = [];
  if (start === base) findings.push(ok('path', `The path begins with ${base}.`));
  else
    findings.push(
      failed(
        'path',
        `The path begins with "${start}".`,
        `Begin it with "${base}", then the outcome.`,
      ),
    );
  if (isOutcome(word)) findings.push(ok('outcome', `The outcome is ${word}.`));
  else {
    const meant = outcomeMeant(word);
    findings.push(
      failed(
        'outcome',
        word ? `There is no outcome "${word}".` : 'The address names no outcome.',
        meant ? `Write ${meant}.html.` : `Write one of ${OUTCOMES.join(', ')}, then .html.`,
      ),
    );
  }
  if (segment.endsWith('.html'))
    findings.push(ok('html', 'It ends in .html, the form for browsers.'));
  else
    findings.push(
      failed(
        'html',
        'The path does not end in .html.',
        `Append .html: "${outcomeMeant(word) ?? 'complete'}.html". Without it the seller sees an answer for programs.`,
      ),
    );
  return findings;
}

/** Returns the outcome that a word probably means, misspelt or in the words of a tool. */
function outcomeMeant(text: string): Outcome | undefined {
  const word = text.toLowerCase().replace(/[^a-z]/g, '');
  if (!word) return undefined;
  const nearest = OUTCOMES.find((outcome) => distanceBetween(word, outcome.replace('_', '')) <= 2);
  return nearest ?? OUTCOMES.find((outcome) => WORDS[outcome].test(word));
}

/** Checks the outcome in the address of a page of your own. */
export function statusFindings({ pairs }: AddressParts): readonly AddressFinding[] {
  const value = pairs.find(([name]) => name === STATUS_PARAMETER)?.[1];
  if (value === undefined)
    return [
      warning(
        'outcome',
        `The address has no "${STATUS_PARAMETER}".`,
        `That is right if your page names the outcome itself. Otherwise add ${STATUS_PARAMETER}=complete, and read it with data-outcome-param.`,
      ),
    ];
  if (holdsPlaceholder(value)) return [ok('outcome', 'The tool fills in the outcome.')];
  const known = [...OUTCOMES, ...OUTCOME_MAP.split(' ').map((pair) => pair.split(':')[0])];
  if (known.includes(value)) return [ok('outcome', `The outcome is "${value}".`)];
  const meant = outcomeMeant(value);
  return [
    warning(
      'outcome',
      `"${value}" is no outcome.`,
      `Write ${meant ? STATUS_WORDS[meant] : 'one of the four'}, or name "${value}" in data-outcome-map.`,
    ),
  ];
}

/** Checks the parameter that brings the token out of the tool. */
export function outgoingTokenFindings(
  parts: AddressParts,
  tool: Tool | undefined,
  tokenParam: string | undefined,
): readonly AddressFinding[] {
  const { pairs, marked } = parts;
  const values = pairs.filter(([name]) => name === TOKEN_PARAMETER).map(([, value]) => value);
  const findings: AddressFinding[] = [];
  if (values.length > 1)
    findings.push(
      failed('parameter', `${TOKEN_PARAMETER} stands in the address twice.`, 'Remove one of them.'),
    );
  const [value] = values;
  if (value === undefined) {
    const other = pairs.find(
      ([name, text]) =>
        placeholderOf(text, marked) ??
        name
          .toLowerCase()
          .replace(/[^a-z]/g, '')
          .endsWith('token'),
    )?.[0];
    if (tool?.class === 'redirect' && tool.insertion === 'appended' && !other)
      return [ok('parameter', `${tool.name} appends ${TOKEN_PARAMETER} by itself.`)];
    const sentence = other
      ? `The token stands in "${other}".`
      : 'The address has no parameter with the token.';
    const advice = other
      ? `Rename it: ${TOKEN_PARAMETER}=… is the only name that the service reads.`
      : `Add ${TOKEN_PARAMETER}= and the placeholder of your tool.`;
    findings.push(failed('parameter', sentence, advice));
    if (!other) return findings;
    return [
      ...findings,
      valueFinding(pairs.find(([name]) => name === other)?.[1] ?? '', parts, tool, tokenParam),
    ];
  }
  findings.push(ok('parameter', `The token stands in ${TOKEN_PARAMETER}.`));
  return [...findings, valueFinding(value, parts, tool, tokenParam)];
}

function valueFinding(
  value: string,
  { marked }: AddressParts,
  tool: Tool | undefined,
  tokenParam: string | undefined,
): AddressFinding {
  const redirecting = tool?.class === 'redirect' ? tool : undefined;
  const incoming = tokenParam || (tool && usualTokenParam(tool));
  const write = redirecting
    ? `Write ${redirecting.placeholder.replace('NAME', incoming ?? TOKEN_PARAMETER)}.`
    : 'Write the placeholder of your survey tool.';
  const pick = redirecting?.insertion === 'picked' ? ` Pick it from the tool’s menu.` : '';
  if (value === '')
    return failed('placeholder', 'Nothing stands behind the "=" of the token.', write + pick);
  const found = placeholderOf(value, marked);
  if (!found) return literalFinding(value, write + pick);
  if (!found.tool)
    return failed(
      'placeholder',
      `${found.text} is a variable of the service, which fills it in only in the endlink question.`,
      write + pick,
    );
  if (redirecting && found.tool !== redirecting)
    return failed(
      'placeholder',
      `${found.text} is a placeholder of ${found.tool.name}.`,
      write + pick,
    );
  return nameFinding(found, found.tool, tokenParam);
}

/** Checks the name in the placeholder of a tool. Where the parameter of the endlink URL is not known, any name may be right. */
function nameFinding(
  { text, name }: FoundPlaceholder,
  tool: RedirectTool,
  tokenParam: string | undefined,
): AddressFinding {
  const usual = usualTokenParam(tool);
  const wanted = tokenParam || usual;
  const hasName = tool.placeholder.includes('NAME');
  const picked =
    tool.insertion === 'picked'
      ? ['It works only if you picked it from the menu of the tool. Typed text stays as it is.']
      : [];
  if (hasName && name !== wanted) {
    const isSpelling = name.toLowerCase() === wanted.toLowerCase();
    const letterCase = isSpelling ? [`It is not "${wanted}": letter case counts.`] : [];
    if (tokenParam || tool.isTokenParamFixed)
      return failed(
        'placeholder',
        `${text} names "${name}", but the token comes in as "${wanted}".`,
        `Write ${tool.placeholder.replace('NAME', wanted)}.`,
        ...letterCase,
        ...picked,
      );
    return warning(
      'placeholder',
      `${text} names "${name}".`,
      `Right only if the endlink URL has ${name}=${TOKEN_VARIABLE}; letter case counts.`,
      ...letterCase,
      ...picked,
    );
  }
  const condition =
    tokenParam || !hasName ? '' : `, if the endlink URL has ${usual}=${TOKEN_VARIABLE}`;
  const sentence = `${tool.name} replaces ${text} by the token${condition}.`;
  return picked.length ? warning('placeholder', sentence, ...picked) : ok('placeholder', sentence);
}

/** Returns the finding about a value that no tool replaces. Does not repeat a value that may be a token. */
function literalFinding(value: string, write: string): AddressFinding {
  if (
    isPlaceholder(value) ||
    holdsPlaceholder(value) ||
    /^[A-Z_]*TOKEN[A-Z_]*$|^x+$|^…$|^\.+$/i.test(value)
  )
    return failed(
      'placeholder',
      'What stands behind the token’s "=" is a placeholder that no tool replaces.',
      write,
    );
  return failed(
    'token',
    'A value is filled in where the placeholder belongs. A token is for one seller, once.',
    write,
  );
}
