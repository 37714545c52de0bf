import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManifest, elementsOf } from '../../build/manifest.ts';
import { EndlinkFinish } from '../../src/browser/elements/endlink-finish.ts';
import { VaultConnect } from '../../src/browser/elements/vault-connect.ts';
import { VaultlinkElement } from '../../src/browser/elements/vaultlink-element.ts';
import { VaultPush } from '../../src/browser/elements/vault-push.ts';

const CLASSES = { EndlinkFinish, VaultConnect, VaultPush };

const manifest = createManifest();
const elements = elementsOf(manifest);

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name);

/** The values of a type that is one of a few texts. */
const valuesOf = (type: string | undefined) =>
  [...(type ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '');

describe('The custom elements manifest', () => {
  it('has the tags and classes of all elements, and where they are published', () => {
    assert.deepEqual(
      elements.map(({ name, tagName }) => [name, tagName]),
      [
        ['EndlinkFinish', 'endlink-finish'],
        ['VaultConnect', 'vault-connect'],
        ['VaultPush', 'vault-push'],
      ],
    );
    const definitions = manifest.modules.flatMap(({ path, exports }) =>
      exports
        .filter(({ kind }) => kind === 'custom-element-definition')
        .map(({ name, declaration }) => [path, name, declaration.module]),
    );
    assert.deepEqual(
      definitions,
      ['endlink-finish', 'vault-connect', 'vault-push'].map((name) => [
        `dist/browser/elements/define/${name}.js`,
        name,
        `dist/browser/elements/${name}.js`,
      ]),
    );
  });

  it('has the values that an attribute takes, and not the name of their type', () => {
    const types = Object.fromEntries(
      elements.flatMap(({ tagName, attributes }) =>
        attributes.map(({ name, type }) => [`${tagName} ${name}`, type.text]),
      ),
    );
    assert.equal(
      types['endlink-finish outcome'],
      "'complete' | 'fail' | 'quota_full' | 'screenout'",
    );
    assert.equal(types['endlink-finish via'], "'fetch' | 'redirect' | 'relay'");
    assert.equal(types['endlink-finish base-url'], 'string');
    assert.equal(types['endlink-finish manual'], 'boolean');
    assert.equal(types['vault-connect display'], "'page' | 'popup'");
  });

  it('has what an element returns, and nothing that only the browser or Lit calls', () => {
    const methods = elements.flatMap(({ members }) =>
      members
        .filter(({ kind }) => kind === 'method')
        .map((one) => [one.name, one.return?.type.text]),
    );
    assert.deepEqual(methods, [
      ['report', 'Promise<EndlinkState>'],
      ['connect', 'void'],
      ['disconnect', 'Promise<void>'],
    ]);
  });

  for (const element of elements) {
    describe(`of <${element.tagName}>`, () => {
      it('has the attributes that the element observes', () => {
        const { observedAttributes } = CLASSES[element.name as keyof typeof CLASSES];
        assert.deepEqual(namesOf(element.attributes).sort(), [...observedAttributes].sort());
      });

      it('has a custom state and a slot for each state', () => {
        const state = element.members.find(({ name }) => name === 'state');
        const states = valuesOf(state?.type.text).sort();
        assert.ok(states.length >= 4);
        assert.equal(state?.readonly, true);
        assert.deepEqual(namesOf(element.cssStates).sort(), states);
        const slots = namesOf(element.slots);
        for (const name of states) assert.ok(slots.includes(name), name);
      });

      it('has the parts and custom properties that all elements share', () => {
        const parts = namesOf(element.cssParts);
        for (const name of ['status', 'mark', 'spinner', 'test']) assert.ok(parts.includes(name));
        const sheet = VaultlinkElement.styles.cssText;
        const properties = new Set(sheet.match(/--vaultlink-[a-z-]+/g));
        assert.deepEqual(namesOf(element.cssProperties ?? []).sort(), [...properties].sort());
      });

      it('describes everything', () => {
        const {
          attributes,
          members,
          events,
          slots,
          cssParts,
          cssProperties = [],
          cssStates,
        } = element;
        const all = [attributes, members, events, slots, cssParts, cssProperties, cssStates].flat();
        for (const { name, description } of all) assert.ok(description, name);
      });
    });
  }
});
