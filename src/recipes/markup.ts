import { LANDING_NAMES } from '../protocol/endlink.ts';
import type { ScriptTool } from './tool.ts';

/** Settings of the script tag of a recipe. */
export interface TagSettings {
  baseUrl: string;
  scriptUrl: string;
  /** Query parameter of the token. Left out of the tag if it is the service's own. */
  tokenParam?: string;
  outcomeParam?: string;
  outcomeMap?: string;
}

/** Returns the script tag with its settings in attributes. */
export function scriptTag(
  settings: TagSettings,
  optimizerAttributes: ScriptTool['optimizerAttributes'] = [],
): string {
  const { baseUrl, scriptUrl, tokenParam, outcomeParam, outcomeMap } = settings;
  const attributes: (readonly [name: string, value?: string | undefined])[] = [
    // Rocket Loader reads data-cfasync only before src.
    ...optimizerAttributes,
    ['src', scriptUrl],
    ['data-base-url', baseUrl],
    ...(isRenamed(tokenParam) ? [['data-token-param', tokenParam] as const] : []),
    ...(outcomeParam ? [['data-outcome-param', outcomeParam] as const] : []),
    ...(outcomeMap ? [['data-outcome-map', outcomeMap] as const] : []),
  ];
  const texts = attributes.map(([name, value]) =>
    value === undefined ? name : `${name}="${attributeText(value)}"`,
  );
  const line = `<script ${texts.join(' ')}></script>`;
  return line.length <= 100 ? line : `<script\n  ${texts.join('\n  ')}\n></script>`;
}

/** Returns a script that sets `window.vaultlinkConfig`, for places that strip attributes or move the script. */
export function configScript({ baseUrl, scriptUrl, tokenParam }: TagSettings): string {
  const entries = [
    ['baseUrl', baseUrl],
    ...(isRenamed(tokenParam) ? [['tokenParam', tokenParam] as const] : []),
    ['partsUrl', scriptUrl.slice(0, scriptUrl.lastIndexOf('/') + 1)],
  ] as const;
  const lines = entries.map(([name, value]) => `  ${name}: ${scriptText(value)},`);
  return `<script>\n  window.vaultlinkConfig = {\n  ${indent(lines.join('\n'), 2)}\n  };\n</script>`;
}

/** Returns the script with the settings and the script tag without attributes. */
export const configuredScript = (settings: TagSettings): string =>
  `${configScript(settings)}\n<script src="${attributeText(settings.scriptUrl)}"></script>`;

const isRenamed = (tokenParam: string | undefined): tokenParam is string =>
  tokenParam !== undefined && tokenParam !== LANDING_NAMES.token;

/** Escapes a text for an HTML attribute in double quotes. */
const attributeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns a JavaScript string in single quotes that is safe inside `<script>`. */
export const scriptText = (text: string): string =>
  `'${text.replace(/[\\']/g, String.raw`\$&`).replaceAll('<', String.raw`\x3C`)}'`;

/** Indents each line of `text` after the first by a number of spaces. */
export const indent = (text: string, spaces: number): string =>
  text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
