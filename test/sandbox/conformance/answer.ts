import { NotTested, RuleBroken } from './verdict.ts';

/** An HTTP response that has been read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. `undefined` if it is no JSON. */
  json: unknown;
}

/** Reads a response. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

/** Describes status and body without their secrets: "422, messages in errors.base". */
export function describeAnswer(answer: Answer): string {
  return `${answer.status}, ${describeBody(answer)}`;
}

/** Describes the shape of a body. @see interface §7 */
function describeBody({ text, json, headers }: Answer): string {
  if (isOAuthError(json)) return `error ${show(json.error)} with error_description`;
  if (isErrorList(json)) return 'messages in errors.base';
  if (isObject(json)) return `JSON with ${Object.keys(json).join(', ') || 'no fields'}`;
  if (text === '') return 'no body';
  return headers.get('content-type')?.split(';')[0] ?? 'a body without a content type';
}

/** Writes a value for the result, shortened. */
export function show(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** @throws RuleBroken unless the status is 2xx */
export function expectSuccess(answer: Answer): string {
  if (!isSuccess(answer)) throw new RuleBroken(`answered ${describeAnswer(answer)}`);
  return describeAnswer(answer);
}

/**
 * @throws RuleBroken if the status is 2xx
 * @throws NotTested if the status is 5xx or 429: the service decided nothing
 */
export function expectRefusal(answer: Answer): string {
  if (isSuccess(answer)) throw new RuleBroken(`accepted with ${describeAnswer(answer)}`);
  if (answer.status >= 500 || answer.status === 429) {
    throw new NotTested(`needs a decision of the service, which answered ${answer.status}`);
  }
  return describeAnswer(answer);
}

/** @throws NotTested unless the request was refused: another rule is about that */
export function requireRefusal(answer: Answer): void {
  if (isSuccess(answer)) throw new NotTested(`needs a refusal, but got ${describeAnswer(answer)}`);
  expectRefusal(answer);
}

/** @throws RuleBroken unless both are the same */
export function expectSame(actual: unknown, wanted: unknown, what: string): string {
  if (actual !== wanted) throw new RuleBroken(`${what} is ${show(actual)}, not ${show(wanted)}`);
  return `${what} is ${show(actual)}`;
}

/** @throws RuleBroken unless the value is a string with at least one character */
export function expectText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new RuleBroken(`${what} is ${typeOf(value)}`);
  if (value === '') throw new RuleBroken(`${what} is empty`);
  return `${what} is a string`;
}

/** @throws RuleBroken unless the body is an authentication error. @see interface §7 */
export function expectOAuthError(answer: Answer): string {
  if (!isOAuthError(answer.json)) throw new RuleBroken(`the body is ${describeBody(answer)}`);
  return describeAnswer(answer);
}

/** @throws RuleBroken unless the body holds error messages. @see interface §7 */
export function expectErrorList(answer: Answer): string {
  if (!isErrorList(answer.json)) throw new RuleBroken(`the body is ${describeBody(answer)}`);
  return describeAnswer(answer);
}

/** Returns whether the status is 2xx. */
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Returns whether a value is an object with fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a field of a value that may be no object. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** Returns the type of a value as JSON names it. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

const isOAuthError = (json: unknown): json is { error: string; error_description: string } =>
  typeof fieldOf(json, 'error') === 'string' &&
  typeof fieldOf(json, 'error_description') === 'string';

const isErrorList = (json: unknown): json is { errors: { base: string[] } } => {
  const base = fieldOf(fieldOf(json, 'errors'), 'base');
  return Array.isArray(base) && base.every((message) => typeof message === 'string');
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
