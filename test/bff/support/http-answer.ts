import assert from 'node:assert/strict';
import {
  errorReply,
  exchangeReply,
  healthReply,
  relayReply,
  sessionReply,
} from '../../../src/protocol/schemas.ts';
import { isVaultError, STATUS_OF_ERROR } from 'vaultlink/protocol';

const STATUSES = new Set([200, 204, 302, 303, ...Object.values(STATUS_OF_ERROR)]);

/** What an answer holds that is not an error and not what the service said. */
const SUCCESSES = [
  sessionReply.strict(),
  exchangeReply.strict(),
  relayReply.strict(),
  healthReply.strict(),
];

/** One tag of a page of ours: its name, and what its attributes are called and hold. */
interface Tag {
  name: string;
  attributes: [name: string, value: string][];
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** Text as a browser reads it. */
const unescape = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Reads a page as strictly as ours are written: each `<` begins a tag, each attribute has its quotes. */
function tagsOf(page: string): Tag[] {
  const tags: Tag[] = [];
  const rest = page.replace(
    /<(\/?[a-z0-9]+|!doctype html)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/gi,
    (_, name: string, attributes: string) => {
      const found = [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)];
      const pairs = found.map(
        ([, one = '', value = '']) => [one, unescape(value)] as [string, string],
      );
      tags.push({ name, attributes: pairs });
      return '';
    },
  );
  assert.doesNotMatch(rest, /</, page);
  return tags;
}

/** Returns the tags of a page of ours with the names of their attributes, a line each. */
const skeletonOf = (page: string) =>
  tagsOf(page)
    .map(({ name, attributes }) => [name, ...attributes.map(([one]) => one)].join(' '))
    .join('\n');

/** The only skeletons that there are: with names and a code or without, and where a window tells, with a script. */
const SKELETON = new RegExp(
  [
    '^!doctype html',
    'html lang dir\nhead\nmeta charset\nmeta name content\n(meta http-equiv content\n)?title\n/title\nlink rel href\nstyle nonce\n/style\n/head',
    'body\nmain class\nsvg viewBox aria-hidden\npath d\n/svg\nh1\n/h1\np role\n(bdi\n/bdi\n)*/p\na href\n/a',
    '(code dir\n/code\n)?/main',
    '(script nonce data-message\n/script\n)?/body',
    '/html$',
  ].join('\n'),
);

/** What an answer may show to nobody; nothing that random bytes may spell by chance. */
export const SECRETS =
  /the-client-secret|(access|refresh)-token-\d|sealed\w*(?:\\?["']|&quot;)?:|"stack"|\.[cm]?[jt]s:\d+:\d+|node:internal/;

/**
 * Fails unless an answer is one of those that the wire has (docs/reference/http.md): its status, its form, an address that is allowed, and nothing that the page
 * should not know.
 *
 * @param origins where a browser may be sent
 * @returns the code of the error, if it is one
 */
export async function assertOurs(response: Response, origins: readonly string[]) {
  const { status, headers } = response;
  const text = await response.text();
  assert(STATUSES.has(status), `${status}: ${text}`);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.doesNotMatch(text + JSON.stringify([...headers]), SECRETS);
  const location = headers.get('location');
  assert.equal(location !== null, status === 302 || status === 303);
  if (location !== null) assert(origins.includes(new URL(location).origin), location);
  const type = headers.get('content-type') ?? '';
  if (!text) return undefined;
  if (type.startsWith('text/html')) return assertPage(text, origins);
  assert.equal(type, 'application/json');
  const body = JSON.parse(text) as { error?: string };
  if (status < 300 || status === 503) return assertSuccess(status, body);
  assert.deepEqual(errorReply.strict().parse(body), body);
  assert.equal(STATUS_OF_ERROR[body.error as 'not_found'], status);
  return body.error;
}

function assertSuccess(status: number, body: { error?: string }) {
  const error = errorReply.strict().safeParse(body).data?.error;
  if (status === 503) return error;
  const isKnown = SUCCESSES.some((schema) => schema.safeParse(body).success);
  assert(isKnown || 'sellers_packet' in body, JSON.stringify(body));
  return undefined;
}

function assertPage(page: string, origins: readonly string[]) {
  assert.match(skeletonOf(page), SKELETON);
  const tags = tagsOf(page);
  const href = tags.find(({ name }) => name === 'a')?.attributes[0]?.[1] ?? '';
  assert(origins.includes(new URL(href, origins[0]).origin), href);
  const script = tags.find(({ name }) => name === 'script');
  const telling = script?.attributes.find(([name]) => name === 'data-message')?.[1];
  if (telling) {
    const { origin } = JSON.parse(telling) as { origin: string };
    assert(origins.includes(origin), origin);
  }
  return /<code[^>]*>(\w+)<\/code>/.exec(page)?.[1];
}

/** Fails unless what is thrown is one of ours, and shows no secret. */
export function assertOurError(error: unknown): void {
  assert(isVaultError(error), String(error));
  assert.doesNotMatch(JSON.stringify(error), SECRETS);
}
