import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { editorData } from '../../build/editor-data.ts';

const data = editorData();

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;

interface EditorAttribute {
  name: string;
  description?: string;
  valueSet?: string;
  values?: { name: string }[];
  value?: { type: string };
}

interface EditorElement {
  name: string;
  attributes: EditorAttribute[];
  slots?: { name: string }[];
  events?: { name: string; type: string }[];
}

describe('The data for editors', () => {
  it('completes the outcomes in VS Code, and an attribute without a value', () => {
    const tags = data['vscode.html-custom-data.json'].tags as EditorElement[];
    const attributes = tags.find(({ name }) => name === 'endlink-finish')?.attributes ?? [];
    const outcome = attributes.find(({ name }) => name === 'outcome');
    assert.deepEqual(
      outcome?.values?.map(({ name }) => name),
      ['complete', 'fail', 'quota_full', 'screenout'],
    );
    assert.equal(attributes.find(({ name }) => name === 'manual')?.valueSet, 'v');
  });

  it('completes each part and each custom property once in VS Code', () => {
    const { properties, pseudoElements } = data['vscode.css-custom-data.json'];
    assert.deepEqual(
      properties.map(({ name }) => name),
      [
        ...['accent', 'on-accent', 'accent-hover', 'quiet-hover', 'font-weight', 'radius'],
        ...['border-width', 'gap', 'neutral', 'success', 'warning', 'error'],
      ].map((name) => `--vaultlink-${name}`),
    );
    assert.deepEqual(pseudoElements.map(({ name }) => name).sort(), [
      '::part(button)',
      '::part(disconnect)',
      '::part(mark)',
      '::part(message)',
      '::part(retry)',
      '::part(spinner)',
      '::part(status)',
      '::part(test)',
    ]);
  });

  it('has values, slots and classes of events for the editors of JetBrains', () => {
    const elements = data['web-types.json'].contributions.html.elements as EditorElement[];
    const connect = elements.find(({ name }) => name === 'vault-connect');
    const display = connect?.attributes.find(({ name }) => name === 'display');
    assert.equal(display?.value?.type, "'page' | 'popup'");
    assert.ok(connect?.slots?.some(({ name }) => name === 'denied'));
    const connected = connect?.events?.find(({ name }) => name === 'vault-connected');
    assert.equal(connected?.type, 'VaultConnectedEvent');
  });

  it('completes the attributes of every element in VS Code, and what data-vaultlink-fill may say', () => {
    const attributes = data['vscode.html-custom-data.json'].globalAttributes as EditorAttribute[];
    assert.deepEqual(
      attributes.map(({ name, values }) => [name, values?.map((value) => value.name)]),
      [
        ['data-vaultlink-fill', ['token', 'seller_id', 'interaction_id']],
        ['data-vaultlink-src', undefined],
      ],
    );
    for (const { description } of attributes) assert.match(description ?? '', /^On an i\w+[,:] /);
  });

  it('has the attributes of every element for the editors of JetBrains', () => {
    const attributes = data['web-types.json'].contributions.html.attributes as EditorAttribute[];
    assert.deepEqual(
      attributes.map(({ name, value }) => [name, value?.type]),
      [
        ['data-vaultlink-fill', "'token' | 'seller_id' | 'interaction_id'"],
        ['data-vaultlink-src', 'string'],
      ],
    );
    for (const { description } of attributes) assert.match(description ?? '', /^On an i\w+[,:] /);
  });

  it('is where package.json says', () => {
    const files = Object.keys(data).map((name) => `dist/${name}`);
    assert.ok(files.includes(String(packageJson.customElements)));
    assert.ok(files.includes(String(packageJson['web-types'])));
  });
});
