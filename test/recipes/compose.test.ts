import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import {
  composeRecipe,
  findTool,
  mistakesOf,
  settingsOf,
  TOOLS,
  withoutLanding,
} from '../../src/recipes/index.ts';
import type { Recipe, RecipeOptions, Tool } from '../../src/recipes/index.ts';
import { startSandbox } from '../sandbox/driver.ts';
import { documentOf, runPage } from './dom.ts';

/** The attributes of the script tag, as docs and design name them. */
const ATTRIBUTES = [
  'src',
  'data-base-url',
  'data-token-param',
  'data-seller-param',
  'data-outcome-param',
  'data-outcome-map',
];

/** Attributes by which a script asks optimisers to leave it alone. */
const OPTIMIZER_ATTRIBUTES = [
  'data-cfasync',
  'nowprocket',
  'data-no-optimize',
  'data-noptimize',
  'data-no-defer',
  'data-no-minify',
];

const OPTIONS: RecipeOptions = {
  serviceUrl: 'https://service.example/market/',
  surveyUrl: 'https://survey.example/start?wave=3#top',
  tokenParam: 't',
};

const tool = (id: string): Tool => findTool(id) ?? assert.fail(`There is no tool ${id}.`);

const pieceOf = (recipe: Recipe, id: string) =>
  recipe.sections.flatMap(({ pieces }) => pieces).find((piece) => piece.id === id)?.text ?? '';

describe('a recipe', () => {
  it('has an endlink URL for each tool that the service fills in', async () => {
    for (const one of TOOLS) {
      const { endlinkUrl, settings } = composeRecipe(one, {
        serviceUrl: 'https://service.example',
      });
      const { open } = startSandbox({ packets: [{ name: 'a', endlink_url: endlinkUrl }] });
      const { url, token } = await open();
      assert.equal(new URL(url).searchParams.get(settings.tokenParam), token, one.name);
      assert.doesNotMatch(url, /[{}]/);
    }
  });

  it('has a tag that parses, with known attributes, for each tool with pages of your own', () => {
    for (const one of TOOLS) {
      const { tag = '' } = composeRecipe(one, { serviceUrl: OPTIONS.serviceUrl });
      const document = documentOf(`<head>${tag}</head>`);
      const scripts = [...document.querySelectorAll('script')];
      const last = scripts.at(-1);
      assert.equal(document.head.children.length, scripts.length, one.name);
      assert.match(last?.getAttribute('src') ?? '', /vaultlink(-all)?\.js$/);
      for (const name of last?.getAttributeNames() ?? [])
        assert.ok(
          [...ATTRIBUTES, ...OPTIMIZER_ATTRIBUTES].includes(name),
          `${name} of ${one.name}`,
        );
      if (scripts.length === 1)
        assert.equal(last?.getAttribute('data-base-url'), 'https://service.example/market');
    }
  });

  it('names a parameter of your choice in the tag and in the endlink URL', () => {
    const { tag, endlinkUrl } = composeRecipe(tool('own-page'), OPTIONS);
    assert.equal(
      tag?.replace(/\s+/g, ' '),
      '<script src="/vaultlink.js" data-base-url="https://service.example/market" data-token-param="t" ></script>',
    );
    assert.equal(endlinkUrl, 'https://survey.example/start?wave=3&t={{endlink_token}}#top');
  });

  it('sets window.vaultlinkConfig where attributes are stripped', () => {
    const scriptUrl = "https://files.example/it's/vaultlink.js";
    assert.throws(() => composeRecipe(tool('google-tag-manager'), { ...OPTIONS, scriptUrl }));
    const { tag = '' } = composeRecipe(tool('google-tag-manager'), {
      ...OPTIONS,
      scriptUrl: 'https://files.example/v/vaultlink.js',
    });
    const window = runPage(`<head>${tag}</head>`);
    // An object of another realm has another prototype.
    assert.deepEqual(
      { ...(window.vaultlinkConfig as object) },
      {
        baseUrl: 'https://service.example/market',
        tokenParam: 't',
        partsUrl: 'https://files.example/v/',
      },
    );
  });

  it('loads the tag of WordPress from the folder into which the files are uploaded', () => {
    const { sections, tag = '' } = composeRecipe(tool('wordpress'));
    const [{ steps, pieces }] = sections as [(typeof sections)[number]];
    assert.match(steps[0] ?? '', /a folder `vaultlink` in `wp-content`/);
    assert.ok(tag.includes('src="/wp-content/vaultlink/vaultlink.js"'), tag);
    assert.ok(pieces.some(({ text }) => text.includes("partsUrl: '/wp-content/vaultlink/'")));
  });

  it('puts data-cfasync before src, since Rocket Loader does not read it after src', () => {
    const { tag = '' } = composeRecipe(tool('wordpress'), OPTIONS);
    assert.ok(tag.indexOf('data-cfasync="false"') < tag.indexOf('src='), tag);
    assert.ok(tag.includes('data-cfasync'));
  });

  it('has code that parses in each language of a browser', () => {
    for (const one of TOOLS) {
      for (const { language, text, title } of composeRecipe(one).sections.flatMap(
        ({ pieces }) => pieces,
      )) {
        const scripts =
          language === 'js'
            ? [text]
            : language === 'html' && !text.includes('{{')
              ? [...documentOf(text).querySelectorAll('script:not([src])')].map(
                  ({ textContent }) => textContent,
                )
              : [];
        for (const script of scripts)
          assert.doesNotThrow(() => new Script(script), `${one.name}: ${title}\n${script}`);
        assert.doesNotMatch(
          text,
          /NAME|ADDRESS|PLACEHOLDER|CONFIG\b|TAG\b/,
          `${one.name}: ${title}`,
        );
      }
    }
  });

  it('passes the seller’s id, and never the token, to a form that takes no script', async () => {
    for (const one of TOOLS.filter(({ class: toolClass }) => toolClass === 'neither')) {
      const before = pieceOf(composeRecipe(one), 'before');
      const window = runPage(before);
      const [callback] = window.vaultlink as ((vaultlink: unknown) => void)[];
      const ready = Promise.resolve();
      callback?.({ ready, state: () => ({ sellerId: 'seller 1' }), token: () => 'the-token' });
      await ready;
      const form = new URL(window.document.querySelector('iframe')?.src ?? '');
      assert.ok([...form.searchParams.values()].includes('seller 1'));
      assert.doesNotMatch(form.href, /the-token/);
    }
  });

  it('passes the outcome to the page after the form, whose tag reads it', () => {
    const recipe = composeRecipe(tool('google-forms'), OPTIONS);
    const document = documentOf(pieceOf(recipe, 'before'));
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    assert.deepEqual(links, ['after.html?outcome=complete', 'after.html?outcome=screenout']);
    const after = documentOf(pieceOf(recipe, 'after'));
    const attribute = after.querySelector('script')?.getAttribute('data-outcome-param');
    assert.equal(attribute, 'outcome');
    assert.ok(after.querySelector('endlink-finish'));
  });

  it('keeps quotes and angle brackets of an address inside its attribute', () => {
    for (const scriptUrl of ['/v/"x.js', '/v/<x.js', "/v/'x.js", '/v/ x.js'])
      assert.throws(() => composeRecipe(tool('own-page'), { scriptUrl }), {
        code: 'configuration_error',
      });
    const { sections } = composeRecipe(tool('own-page'), { scriptUrl: '/v.js?a=1&b=2' });
    assert.match(sections[0]?.pieces[0]?.text ?? '', /src="\/v\.js\?a=1&amp;b=2"/);
  });

  it('removes a token from the survey’s address', () => {
    const surveyUrl =
      'https://survey.example/?service_endlink_token=SECRET&a=1&seller_id=7&t=SECRET#h';
    const { endlinkUrl } = composeRecipe(tool('own-page'), { ...OPTIONS, surveyUrl });
    assert.equal(endlinkUrl, 'https://survey.example/?a=1&t={{endlink_token}}#h');
    assert.equal(withoutLanding(surveyUrl, 't'), 'https://survey.example/?a=1#h');
  });

  it('names each mistake in the options', () => {
    const mistakes = (id: string, options: RecipeOptions) =>
      mistakesOf(tool(id), settingsOf(tool(id), options)).map(({ option }) => option);
    assert.deepEqual(mistakes('own-page', { serviceUrl: 'http://service.example' }), [
      'serviceUrl',
    ]);
    assert.deepEqual(mistakes('own-page', { serviceUrl: 'service.example' }), ['serviceUrl']);
    assert.deepEqual(mistakes('own-page', { surveyUrl: 'survey.example' }), ['surveyUrl']);
    assert.deepEqual(mistakes('own-page', { tokenParam: 'my token' }), ['tokenParam']);
    assert.deepEqual(mistakes('own-page', { tokenParam: 'seller_id' }), ['tokenParam']);
    assert.deepEqual(mistakes('own-page', { tokenParam: 'a'.repeat(31) }), ['tokenParam']);
    assert.deepEqual(mistakes('surveymonkey', { tokenParam: 'custom1' }), ['tokenParam']);
    assert.deepEqual(mistakes('google-forms', { pageUrl: '/before.html' }), ['pageUrl']);
    assert.deepEqual(mistakes('own-page', { serviceUrl: ' https://service.example/ ' }), []);
    assert.deepEqual(mistakes('own-page', { serviceUrl: '', surveyUrl: '', tokenParam: '' }), []);
  });

  it('reports all mistakes in one VaultError', () => {
    assert.throws(
      () => composeRecipe(tool('own-page'), { serviceUrl: 'x', surveyUrl: 'y' }),
      (error: { code: string; messages: string[] }) =>
        error.code === 'configuration_error' && error.messages.length === 2,
    );
  });
});
