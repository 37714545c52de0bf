/**
 * Writes the manifest of the elements into `dist/`, and from it what VS Code and the editors of JetBrains know of them. Part of
 * `npm run build`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import {
  getVsCodeCssCustomData,
  getVsCodeHtmlCustomData,
} from 'custom-element-vs-code-integration';
import { createManifest, elementsOf } from './manifest.ts';
import type { Described, Manifest } from './manifest-types.ts';

/** HTML data of VS Code, as far as it is changed here. @see https://github.com/microsoft/vscode-custom-data */
interface HtmlData {
  tags: { name: string; attributes: { name: string; valueSet?: string }[] }[];
}

interface CssData {
  properties: Described[];
  pseudoElements: Described[];
}

interface WebTypes {
  contributions: {
    html: { elements: { 'doc-url'?: string }[] };
    css: { properties: Described[]; 'pseudo-elements': Described[] };
  };
}

/** Elements share parts and custom properties. An editor is told of each once. */
const once = (all: readonly Described[]) => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];

/** Returns the HTML data of VS Code. An attribute without a value is completed without `=""`. */
function vsCodeHtml(manifest: Manifest): HtmlData {
  const data = JSON.parse(getVsCodeHtmlCustomData(manifest as never, {})) as HtmlData;
  for (const { tagName, attributes } of elementsOf(manifest)) {
    const tag = data.tags.find(({ name }) => name === tagName);
    for (const { name, type } of attributes) {
      const attribute = tag?.attributes.find((one) => one.name === name);
      if (attribute && type.text === 'boolean') attribute.valueSet = 'v';
    }
  }
  return data;
}

function vsCodeCss(manifest: Manifest): CssData {
  const data = JSON.parse(getVsCodeCssCustomData(manifest as never, {})) as CssData;
  data.properties = once(data.properties);
  data.pseudoElements = once(data.pseudoElements);
  return data;
}

function webTypes(manifest: Manifest): WebTypes {
  const data = JSON.parse(getWebTypesData(manifest as never, {})) as WebTypes;
  const { html, css } = data.contributions;
  for (const element of html.elements) delete element['doc-url'];
  css.properties = once(css.properties);
  css['pseudo-elements'] = once(css['pseudo-elements']);
  return data;
}

/** Returns the files, by their names in `dist/`. */
export function editorData() {
  const manifest = createManifest();
  return {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': vsCodeHtml(manifest),
    'vscode.css-custom-data.json': vsCodeCss(manifest),
    'web-types.json': webTypes(manifest),
  };
}

if (import.meta.main) {
  mkdirSync('dist', { recursive: true });
  for (const [name, data] of Object.entries(editorData()))
    writeFileSync(`dist/${name}`, `${JSON.stringify(data, null, 2)}\n`);
}
