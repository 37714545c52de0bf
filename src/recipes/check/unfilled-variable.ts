import { isPlaceholder } from '../../protocol/endlink.ts';
import { TOKEN_VARIABLE } from '../endlink-url.ts';
import { usualTokenParam } from '../recipe-options.ts';
import { markPlaceholders } from './placeholders.ts';
import type { FoundPlaceholder } from './placeholders.ts';

/** A text in the place of a token: a variable that nobody has filled in. */
interface UnfilledVariable {
  /** The variable as it stands there. Never a token. */
  text: string;
  /** Advice for the tool that the variable belongs to: a sentence, or an empty string if no tool has such variables. */
  advice: string;
}

/** Matches what is long enough for a token. The names of parameters are shorter. */
const TOKEN_LIKE = /[\w-]{31}/;

const MAX_TEXT_LENGTH = 200;

/**
 * Returns the variable that stands in the place of a token, because a survey tool or a page has not filled it in; `undefined` if the value may be a token.
 *
 * @param tokenParam the parameter of the endlink URL that has the token. Missing: not known
 */
export function unfilledVariable(value: string, tokenParam?: string): UnfilledVariable | undefined {
  if (TOKEN_LIKE.test(value) || value.length > MAX_TEXT_LENGTH) return undefined;
  // One tool's variables are found behind "=" only.
  const [found] = markPlaceholders(`=${value}`).placeholders;
  if (found) return { text: found.text, advice: adviceFor(found, tokenParam) };
  // A space or an encoded character is what a token gets by wrong encoding.
  const bare = value.replace(/\s|%(?=[\da-f]{2})/gi, '');
  return value && (/^\$\w+$/.test(value) || isPlaceholder(bare))
    ? { text: value, advice: '' }
    : undefined;
}

function adviceFor({ tool, name, text }: FoundPlaceholder, tokenParam: string | undefined): string {
  if (!tool)
    return text === TOKEN_VARIABLE
      ? `The service fills in ${TOKEN_VARIABLE} in the endlink URL alone.`
      : '';
  const written = (param: string) => tool.placeholder.replace('NAME', param);
  const pick = tool.insertion === 'picked' ? ' Pick it from the menu: typed text stays.' : '';
  const hasName = tool.placeholder.includes('NAME');
  if (tokenParam === undefined)
    return `In ${tool.name}, ${text} needs ${hasName ? name : usualTokenParam(tool)}=${TOKEN_VARIABLE} in the endlink URL.${pick}`;
  if (name !== tokenParam && hasName) return `In ${tool.name} write ${written(tokenParam)}.${pick}`;
  const steps = tool.capture.join(' ').replaceAll('NAME', tokenParam);
  return `${tool.name} does not know "${tokenParam}". ${steps.replace(/\*\*|`/g, '')}${pick}`;
}
