// Each mutant runs the test files that reach it, and no more of them than it takes to fail one. The properties try few cases, and always the
// same ones: a mutant that survives does so again. What Node compiles is kept, since each test file of each mutant is a new process.
Object.assign(process.env, {
  FUZZ_TIMES: '0.01',
  FUZZ_SEED: '1',
  NODE_COMPILE_CACHE: '.cache/compiled',
});

export default {
  mutate: [
    'src/protocol/**/*.ts',
    '!src/protocol/{globals.d,index,assumptions}.ts',
    'src/browser/endlink/{attempt,lifecycle,options,record}.ts',
  ],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: ['test/{protocol,model}/**/*.test.ts'],
    nodeArgs: [
      ...['--conditions=vaultlink-source', '--test-reporter=tap'],
      ...['-r', '{{hookFile}}', '{{testFile}}'],
    ],
  },
  // A mutant counts as found when it exceeds this: much, so that a busy machine finds none. A loop without end is stopped much earlier.
  timeoutMS: 60_000,
  concurrency: 2,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: '.cache/stryker',
  ignorePatterns: [
    ...['/dist', '/.cache', '/coverage', '/reports', '/demo', '/docs', '/test-results'],
  ],
  thresholds: { high: 95, low: 90, break: 85 },
};
