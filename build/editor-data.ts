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
import { exportOf, SETTINGS_MODULE } from './reference/settings-page.ts';
import { readSources } from './reference/source.ts';

/** HTML data of VS Code, as far as it is changed here. @see https://github.com/microsoft/vscode-custom-data */
interface HtmlData {
  tags: { name: string; attributes: { name: string; valueSet?: string }[] }[];
  globalAttributes: { name: string; description: string; values?: { name: string }[] }[];
}

interface CssData {
  properties: Described[];
  pseudoElements: Described[];
}

interface WebTypes {
  contributions: {
    html: {
      elements: { 'doc-url'?: string }[];
      attributes: { name: string; description: string; value: { kind: 'plain'; type: string } }[];
    };
    css: { properties: Described[]; 'pseudo-elements': Described[] };
  };
}

/** Elements share parts and custom properties. An editor is told of each once. */
const once = (all: readonly Described[]) => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];

/** An attribute that any element of a page may have. */
interface PageAttribute {
  name: string;
  description: string;
  /** The values that it may have, of those that are a choice. */
  values: readonly string[];
  type: string;
}

/** Reads the attributes for elements of the page's own. */
function pageAttributes(): PageAttribute[] {
  const { members } = exportOf(
    readSources([SETTINGS_MODULE]).moduleAt(SETTINGS_MODULE),
    'PageAttributes',
  );
  return members.map(({ name, type, docs }) => ({
    name: name.replaceAll("'", ''),
    description: docs.text,
    values: [...type.matchAll(/'([^']+)'/g)].map(([, value = '']) => value),
    type,
  }));
}

/** Returns the HTML data of VS Code. An attribute without a value is completed without `=""`. */
function vsCodeHtml(manifest: Manifest, attributes: readonly PageAttribute[]): HtmlData {
  const data = JSON.parse(getVsCodeHtmlCustomData(manifest as never, {})) as HtmlData;
  for (const element of elementsOf(manifest)) {
    const tag = data.tags.find(({ name }) => name === element.tagName);
    for (const { name, type } of element.attributes) {
      const attribute = tag?.attributes.find((one) => one.name === name);
      if (attribute && type.text === 'boolean') attribute.valueSet = 'v';
    }
  }
  data.globalAttributes = attributes.map(({ name, description, values }) => ({
    name,
    description,
    ...(values.length && { values: values.map((value) => ({ name: value })) }),
  }));
  return data;
}

function vsCodeCss(manifest: Manifest): CssData {
  const data = JSON.parse(getVsCodeCssCustomData(manifest as never, {})) as CssData;
  data.properties = once(data.properties);
  data.pseudoElements = once(data.pseudoElements);
  return data;
}

function webTypes(manifest: Manifest, attributes: readonly PageAttribute[]): WebTypes {
  const data = JSON.parse(getWebTypesData(manifest as never, {})) as WebTypes;
  const { html, css } = data.contributions;
  for (const element of html.elements) delete element['doc-url'];
  html.attributes = attributes.map(({ name, description, type }) => ({
    name,
    description,
    value: { kind: 'plain', type },
  }));
  css.properties = once(css.properties);
  css['pseudo-elements'] = once(css['pseudo-elements']);
  return data;
}

/** Returns the files, by their names in `dist/`. */
export function editorData() {
  const manifest = createManifest();
  const attributes = pageAttributes();
  return {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': vsCodeHtml(manifest, attributes),
    'vscode.css-custom-data.json': vsCodeCss(manifest),
    'web-types.json': webTypes(manifest, attributes),
  };
}

if (import.meta.main) {
  mkdirSync('dist', { recursive: true });
  for (const [name, data] of Object.entries(editorData()))
    writeFileSync(`dist/${name}`, `${JSON.stringify(data, null, 2)}\n`);
}
