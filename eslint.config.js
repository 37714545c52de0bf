import jsdoc from 'eslint-plugin-jsdoc';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/** What it finds with the packages of every folder installed: see `npm run check:outer`. */
export const withAllPackages = tseslint.config(
  {
    ignores: [
      ...['dist', '.cache', 'coverage', 'test-results'],
      ...['docs/site/dist', 'docs/site/.astro'],
      // They use the built package, and are wrong on purpose.
      'test/frameworks/types',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'docs/site/ec.config.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', 300],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        { publicOnly: true, require: { ClassDeclaration: true, MethodDefinition: true } },
      ],
    },
  },
  {
    // A command uses its context, so that it runs in any process.
    files: ['src/node/**/*.ts'],
    ignores: ['src/node/{cli,node-version}.ts', 'src/node/commands/context.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['env', 'stdout', 'stderr', 'on', 'exit', 'exitCode'].map((property) => ({
          object: 'process',
          property,
        })),
      ],
    },
  },
  {
    // One module makes and changes the nodes of the elements, so that its rules hold for all of them.
    files: ['src/browser/{elements,vault}/**/*.ts'],
    ignores: ['src/browser/elements/nodes.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          'createElement',
          'createTextNode',
          'innerHTML',
          'insertAdjacentHTML',
          'replaceChildren',
        ].map((property) => ({ property, message: 'Use src/browser/elements/nodes.ts.' })),
      ],
    },
  },
  {
    // A form or an image of the page may be called as a member of the document is.
    files: ['src/browser/**/*.ts'],
    ignores: ['src/browser/unclobbered.ts', 'src/browser/debug/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[object.name='document'], VariableDeclarator[init.name='document']",
          message: 'Use src/browser/unclobbered.ts.',
        },
      ],
    },
  },
  {
    // In the browser bytes count: a check of what cannot be otherwise is not shipped, and older browsers lack what the types promise.
    files: ['src/browser/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    files: ['src/browser/elements/**/*.ts'],
    extends: [wc['flat/recommended']],
  },
  {
    // `describe` and `it` of node:test return promises that the runner awaits.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  // The compiler of its framework checks each example, with the packages that it installs.
  {
    files: ['**/*.js', 'examples/**/*.{mjs,ts,tsx}'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    // They are written as their framework's own templates are.
    files: ['examples/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);

// Their types need packages that the root does not install: what needs no types is looked at here too.
export default tseslint.config(withAllPackages, {
  files: ['docs/site/**/*.ts', 'test/site/**/*.ts'],
  extends: [tseslint.configs.disableTypeChecked],
  linterOptions: { reportUnusedDisableDirectives: 'off' },
});
