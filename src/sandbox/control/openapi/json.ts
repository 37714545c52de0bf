/** A JSON object. */
export type Json = Record<string, unknown>;

/** Page with the headings of the interface. */
const INTERFACE_PAGE = 'docs/concepts/interface.md';

/** Anchors of the sections that the document names, on that page. */
const ANCHORS: Readonly<Record<string, string>> = {
  '1': '1-what-the-service-does',
  '2.1': '21-oauth-client-held-by-the-buyer',
  '2.2': '22-token-response-returned-by-post-oauthtoken',
  '2.3': '23-sellers-packet-returned-by-the-push-operation',
  '2.4': '24-push-payload',
  '2.5': '25-endlink-token-and-endlink-url-parameters',
  '3.1': '31-sellers-packet',
  '3.2': '32-tokens',
  '4': '4-endpoints',
  '4.1': '41-authorization-callback-implemented-by-the-client-application',
  '4.2': '42-token-exchange',
  '4.3': '43-push-data-to-a-packet',
  '4.4': '44-endlink-outcome-endpoints',
  '5': '5-authentication',
  '6': '6-events',
  '7': '7-errors',
  '8': '8-limits',
  '9': '9-versioning',
};

/** Links to a section of the interface, in Markdown. @throws Error for a section that does not exist */
export function link(section: string): string {
  const anchor = ANCHORS[section];
  if (anchor === undefined) throw new Error(`There is no §${section}.`);
  return `[§${section}](${INTERFACE_PAGE}#${anchor})`;
}

/** Marks what the interface leaves open, in its own words. */
export const notShown = (...omissions: readonly [section: string, sentence: string][]): Json => ({
  'x-not-shown': omissions.map(([section, sentence]) => ({ section, sentence })),
});

/** Refers to a part of `components`. */
export const ref = (kind: 'schemas' | 'responses' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Describes a JSON body. */
export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });
