/** The import directions of the project; see docs/concepts/design.md. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid('no-cycles', 'Data flows one way.', {}, { circular: true }),
    forbid(
      'protocol-is-pure',
      'protocol imports nothing but itself, and zod in schemas.ts.',
      { path: '^src/protocol/', pathNot: 'schemas\\.ts$' },
      { pathNot: '^src/protocol/' },
    ),
    forbid(
      'schemas-import-zod-only',
      'schemas.ts is the one place for zod in protocol.',
      { path: '^src/protocol/schemas\\.ts$' },
      { pathNot: '^(src/protocol/|node_modules/zod/)' },
    ),
    forbid(
      'options-know-nothing',
      'The check of options is the same for all who have some.',
      { path: '^src/options/' },
      { pathNot: '^src/options/' },
    ),
    forbid(
      'findings-know-nothing',
      'A finding has the same forms for all who have some.',
      { path: '^src/findings/' },
      { pathNot: '^src/findings/' },
    ),
    forbid(
      'findings-have-one-door',
      'Their users know index.ts only.',
      { path: '^(src|build)/', pathNot: '^src/findings/' },
      { path: '^src/findings/(?!index\\.ts$)' },
    ),
    forbid(
      'recipes-know-protocol-only',
      'The recipes are data and pure functions: the command, the pages and the site share them.',
      { path: '^src/recipes/' },
      { pathNot: '^src/(recipes|findings|protocol|options)/' },
    ),
    forbid(
      'recipes-have-one-door',
      'Their users know index.ts only.',
      { path: '^(src|build)/', pathNot: '^src/recipes/' },
      { path: '^src/recipes/(?!index\\.ts$)' },
    ),
    forbid(
      'check-knows-protocol-and-recipes-only',
      'The verdicts are pure functions: the command and the console share them. The recipes know what each tool leaves in the place of a token.',
      { path: '^src/check/' },
      { pathNot: '^src/((check|findings|protocol|options)/|recipes/index\\.ts$)' },
    ),
    forbid(
      'check-has-one-door',
      'Its users know index.ts only.',
      { path: '^(src|build)/', pathNot: '^src/check/' },
      { path: '^src/check/(?!index\\.ts$)' },
    ),
    forbid(
      'browser-knows-protocol-only',
      'browser imports protocol, the distance between names, Lit (in elements/), oauth4webapi (in vault/authorize.ts) and nothing of a server.',
      { path: '^src/browser/' },
      {
        pathNot:
          '^(src/(browser|protocol)/|src/options/likely-name\\.ts$|node_modules/(@lit|oauth4webapi)/)',
      },
    ),
    forbid(
      'oauth-only-in-authorize',
      'A page that leaves the authorization to its backend never downloads an OAuth library.',
      { path: '^src/browser/', pathNot: '^src/browser/vault/authorize\\.ts$' },
      { path: '^node_modules/oauth4webapi/' },
    ),
    forbid(
      'lit-only-in-elements',
      'A page without an element never downloads Lit.',
      { path: '^src/browser/', pathNot: '^src/browser/elements/' },
      { path: '^node_modules/@lit/' },
    ),
    forbid(
      'no-zod-in-the-browser',
      'zod would weigh more than everything else together.',
      { path: '^src/browser/' },
      { path: '(^node_modules/zod/|schemas\\.ts$)', reachable: true },
    ),
    forbid(
      'loader-stays-small',
      'The script tag reaches neither Lit nor the elements through static imports.',
      { path: '^src/browser/loader\\.ts$' },
      { path: '^(node_modules/|src/browser/elements/)', reachable: true },
    ),
    forbid(
      'frameworks-use-the-doors-of-the-browser',
      'A framework adds its own words to what the entries offer, and knows nothing of their insides.',
      { path: '^src/frameworks/' },
      {
        path: '^src/',
        pathNot: [
          '^src/frameworks/',
          '^src/browser/(endlink|vault)/index\\.ts$',
          '^src/browser/elements/define\\.ts$',
          '^src/browser/elements/define/',
        ],
      },
    ),
    forbid(
      'nothing-imports-the-frameworks',
      'They are a wing of their own: whoever uses none downloads none.',
      { path: '^src/', pathNot: '^src/frameworks/' },
      { path: '^src/frameworks/' },
    ),
    forbid(
      'sandbox-is-an-independent-reading',
      'The judge must not share the mistakes of the client, nor depend on Node.',
      { path: '^src/sandbox/' },
      { path: '^src/(browser|bff|node)/|oauth4webapi|^(fs|path|http|https|net|url|util)$' },
    ),
    forbid(
      'sandbox-reads-the-interface-itself',
      'Its addresses and shapes are written from the text of the interface. Of the protocol it has only the types of outcomes and errors.',
      { path: '^src/sandbox/' },
      { path: '^src/protocol/(?!index\\.ts$)' },
    ),
    forbid(
      'sandbox-runs-none-of-the-protocol',
      'What runs in the client must not run in the judge: a shared function would share its mistakes.',
      { path: '^src/sandbox/' },
      { path: '^src/protocol/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sandbox-market-is-its-floor',
      'What exists knows neither the interface nor those who steer and show it.',
      { path: '^src/sandbox/market/' },
      { path: '^src/sandbox/(?!market/)' },
    ),
    forbid(
      'sandbox-service-knows-no-tools',
      'The chapters of the interface answer the same, whoever steers or looks on.',
      { path: '^src/sandbox/service/' },
      { path: '^src/sandbox/(core|actions|control|console)/' },
    ),
    forbid(
      'sandbox-core-knows-no-acts',
      'Its state is the same, whatever steers it.',
      { path: '^src/sandbox/core/' },
      { path: '^src/sandbox/(actions|control|console)/' },
    ),
    forbid(
      'sandbox-acts-know-no-callers',
      'A route, a form and a helper make the same act.',
      { path: '^src/sandbox/actions/' },
      { path: '^src/sandbox/(control|console)/' },
    ),
    forbid(
      'sandbox-control-knows-no-console',
      'Tests steer a sandbox that nobody looks at.',
      { path: '^src/sandbox/control/' },
      { path: '^src/sandbox/console/' },
    ),
    forbid(
      'bff-stands-alone',
      'The backend for the front end runs on Web APIs; only its SQLite store may use Node.',
      { path: '^src/bff/' },
      { path: '^src/(browser|sandbox|node)/' },
    ),
    forbid(
      'bff-runs-anywhere',
      'Web APIs alone, so that Node, Bun, Deno and Workers run it.',
      { path: '^src/bff/', pathNot: '^src/bff/stores/sqlite/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'stores-know-the-protocol-only',
      'A store keeps what it is given: it knows neither the rules of grants nor the web.',
      { path: '^src/bff/stores/' },
      { path: '^src/', pathNot: '^src/((bff/stores|protocol|options)/|bff/config/mistakes\\.ts$)' },
    ),
    forbid(
      'grants-and-pushes-know-no-web',
      'What is kept, pushed and asked of the service is the same whoever asks for it: only http/ knows of requests and pages.',
      {
        path: '^src/bff/(config|grants|outcomes|push|service|stores|telemetry)/|^src/bff/backend\\.ts$',
      },
      { path: '^src/bff/http/' },
    ),
    forbid(
      'commands-stand-on-top-of-node',
      'What a command does is the same whoever starts it.',
      { path: '^src/node/(?!(commands|cli)(/|\\.ts$))' },
      { path: '^src/node/(commands|cli)(/|\\.ts$)' },
    ),
    forbid(
      'config-is-the-floor-of-node',
      'Variables are read the same whatever is done with them.',
      { path: '^src/node/config/' },
      { path: '^src/node/(?!config/)' },
    ),
    forbid(
      'node-uses-the-doors-of-the-wings',
      'A wing moves its inner files without a look at the commands.',
      { path: '^src/node/' },
      {
        path: '^src/(?!node/)',
        pathNot: [
          '^src/(bff|sandbox|protocol|findings|check|recipes)/index\\.ts$',
          '^src/bff/(operating|inspecting)\\.ts$',
          '^src/bff/stores/(sqlite/sqlite|redis/redis|postgres/postgres)\\.ts$',
          '^src/bff/telemetry/opentelemetry\\.ts$',
        ],
      },
    ),
    forbid(
      'only-node-uses-the-doors-for-commands',
      'They lead in from outside; inside of the wing each file is imported by its name.',
      { path: '^src/(?!node/)' },
      { path: '^src/bff/(operating|inspecting)\\.ts$' },
    ),
    forbid(
      'light-door-loads-no-package-of-a-backend',
      '"vaultlink --help", the sandbox and a migration start without them.',
      { path: '^src/bff/operating\\.ts$' },
      { path: '^node_modules/(?!ipaddr\\.js/)', reachable: true },
    ),
    forbid(
      'testing-stands-on-top',
      'What the tests of a page use needs no server, but for the sandbox; and nothing of the product needs it.',
      { path: '^src/testing/', pathNot: '^src/testing/((playwright|serve-sandbox)\\.ts$|store/)' },
      { path: '^(src/(bff|node|frameworks)/|node_modules/)' },
    ),
    forbid(
      'served-sandbox-needs-the-listener-alone',
      'The fixtures of test runners serve the sandbox on Node.',
      { path: '^src/testing/(playwright|serve-sandbox)\\.ts$' },
      {
        path: '^(src/(bff|node|frameworks)/|node_modules/)',
        pathNot: '^(src/node/http/listener\\.ts$|node_modules/(@playwright/test|playwright)/)',
      },
    ),
    forbid(
      'store-contract-knows-the-store-alone',
      'The tests of a store need its types, and no runner.',
      { path: '^src/testing/store/' },
      { path: '^(src/|node_modules/)', pathNot: '^src/(testing/store/|bff/index\\.ts$)' },
    ),
    forbid(
      'nothing-imports-testing',
      'It is for the tests of other people.',
      { path: '^src/(?!testing/)' },
      { path: '^src/testing/' },
    ),
    forbid(
      'src-never-imports-demo-or-test',
      'The product does not know its examples.',
      { path: '^src/' },
      { path: '^(demo|test)/' },
    ),
    forbid(
      'demo-uses-public-entries',
      // An entry for the sample would be public for good, and nobody but the demo needs one: users run `vaultlink sandbox`.
      'The demo is what a user would write, around the sample survey of the sandbox, which no entry has.',
      { path: '^demo/' },
      {
        path: '^src/(?!((sandbox|protocol|node|bff)/index|bff/stores/sqlite/sqlite|node/sandbox/sample/sample-site)\\.ts$)',
      },
    ),
    forbid(
      'webkit-for-playwright-has-one-door',
      'It is a package: its users know its index.ts only.',
      { pathNot: '^test/webkit-for-playwright/' },
      { path: '^test/webkit-for-playwright/(?!index\\.ts$)' },
    ),
    forbid(
      'webkit-for-playwright-stands-alone',
      'It is a package: it imports nothing of this project.',
      { path: '^test/webkit-for-playwright/' },
      { path: '^(src|demo|test)/', pathNot: '^test/webkit-for-playwright/' },
    ),
    forbid(
      'no-development-dependency-in-src',
      'What is published depends on what is published, or on what its user brings.',
      { path: '^src/' },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['vaultlink-source', 'browser', 'import', 'default'],
    },
  },
};
