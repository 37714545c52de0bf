/**
 * Which tests a change concerns where no import and no mirrored folder leads to them: the flows of a source, and the tests of what is no module.
 * The first row whose pattern fits a path counts, so the narrow ones come first.
 */

/** What shows most of the engine in the least time. */
const ENGINE_SMOKE = [
  'test/e2e/hops.spec.ts',
  'test/e2e/once.spec.ts',
  'test/e2e/outcomes.spec.ts',
];

const VAULT_FLOWS = ['test/e2e/vault-connect.spec.ts', 'test/e2e/vault-push.spec.ts'];

/** Tests of every page of the documentation. */
const PAGES = [
  'test/package/readme.test.ts',
  'test/site/code-blocks.test.ts',
  'test/site/links.test.ts',
  'test/site/text.test.ts',
];

/** Pattern of paths, and the test files that concern them. */
export const CONCERNS: readonly (readonly [pattern: string, tests: readonly string[]])[] = [
  [
    'src/browser/{loader,registry,script-tag,tag-script}.ts',
    ['test/e2e/script-tag.spec.ts', ...ENGINE_SMOKE],
  ],
  ['src/browser/{all,included-parts}.ts', ['test/e2e/all-in-one.spec.ts']],
  ['src/browser/version.ts', ['test/e2e/versions.spec.ts']],
  ['src/browser/debug/**', ['test/e2e/check-panel.spec.ts']],
  ['src/browser/endlink/landing.ts', ['test/e2e/landing.spec.ts', 'test/e2e/leaks.spec.ts']],
  [
    'src/browser/endlink/{carry,fill}.ts',
    ['hops', 'https-pages', 'inline-frames', 'leaks'].map((name) => `test/e2e/${name}.spec.ts`),
  ],
  ['src/browser/endlink/relay.ts', ['test/e2e/relay-off.spec.ts', 'test/e2e/outcomes.spec.ts']],
  ['src/browser/endlink/frames.ts', ['test/e2e/faults/frames.spec.ts']],
  ['src/browser/endlink/diagnostics.ts', ['test/e2e/script-tag.spec.ts']],
  ['src/browser/endlink/**', ENGINE_SMOKE],
  ['src/browser/vault/{authorize,hook}.ts', ['test/e2e/vault-hook.spec.ts']],
  ['src/browser/vault/**', VAULT_FLOWS],
  ['src/browser/elements/languages/**', ['test/e2e/languages.spec.ts']],
  ['src/browser/elements/{vault-*,define/vault-*}.ts', VAULT_FLOWS],
  [
    'src/browser/elements/**',
    ['test/e2e/states.spec.ts', 'test/e2e/accessibility.spec.ts', 'test/e2e/trusted-types.spec.ts'],
  ],
  ['src/frameworks/react/**', ['test/frameworks/react/client.spec.ts']],
  ['src/frameworks/svelte/**', ['test/frameworks/svelte/svelte.spec.ts']],
  ['src/frameworks/vue/**', ['test/frameworks/vue/vue.spec.ts']],
  ['src/bff/http/**', ['test/e2e/vault-callback.spec.ts', ...VAULT_FLOWS]],
  [
    'src/bff/grants/refresh.ts',
    ['test/bff/grants/save.test.ts', 'test/bff/grants/failures.test.ts'],
  ],
  ['src/bff/service/**', ['test/bff/service/replies.fuzz.test.ts']],
  ['src/bff/{create-vault-bff,vault-bff,backend}.ts', VAULT_FLOWS],
  ['src/sandbox/console/seller/**', ['test/e2e/console-seller.spec.ts']],
  ['src/sandbox/console/buyer/**', ['test/e2e/console-buyer.spec.ts']],
  ['src/sandbox/console/log/**', ['test/e2e/console-log.spec.ts']],
  ['src/sandbox/console/lab/**', ['test/e2e/console-lab.spec.ts']],
  ['src/sandbox/console/check/**', ['test/e2e/console-check.spec.ts']],
  ['src/sandbox/console/**', ['test/e2e/console-accessibility.spec.ts']],
  ['src/sandbox/service/endlink/**', ['test/e2e/outcomes.spec.ts']],
  ['src/sandbox/service/oauth/**', ['test/e2e/vault-connect.spec.ts']],
  ['src/sandbox/service/push/**', ['test/e2e/vault-push.spec.ts']],
  ['src/sandbox/market/**', ['test/sandbox/control/log/reasons.test.ts']],
  ['src/testing/{playwright,sandbox,serve-sandbox}.ts', ['test/e2e/sandbox-fixture.spec.ts']],
  ['src/recipes/**', ['test/e2e/recipes.spec.ts']],
  ['src/findings/**', ['test/e2e/recipes.spec.ts', 'test/e2e/console-check.spec.ts']],
  ['src/node/sandbox/sample/**', ['test/e2e/sample.spec.ts']],
  ['src/**', []],
  ['demo/**', ['test/e2e/demo.spec.ts', 'test/e2e/vault-hook.spec.ts', 'test/demo/demo.test.ts']],
  ['docs/site/src/playground/**', ['test/e2e/playground.spec.ts']],
  ['docs/site/**', ['test/site/pages.test.ts', 'test/site/links.test.ts', 'test/e2e/site.spec.ts']],
  ['docs/start/**', ['test/start-pages/start-pages.test.ts', ...PAGES]],
  ['{docs/**/*,README,CONTRIBUTING,SECURITY,CHANGELOG}.md', PAGES],
  ['examples/frameworks/**', ['test/examples/frameworks.test.ts']],
  ['examples/survey-tools/**', ['test/examples/survey-tools.test.ts']],
  ['examples/backends/**', ['test/examples/backends.test.ts']],
  ['vite.config.ts', ['test/package/browser-files.test.ts', 'test/package/integrity.test.ts']],
  ['package{,-lock}.json', ['test/package/entries.test.ts', 'test/package/installed.test.ts']],
];
