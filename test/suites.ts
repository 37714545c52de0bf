/**
 * The suites: what runs in the inner circle, which `.ci/run` proves for each commit, and what in the outer one, which `npm run test:all` adds.
 * Both read this table alone.
 */
import { globSync } from 'node:fs';
import type { Engine } from './support/engines.ts';

/** What runs the files of a suite: Node's test runner, Web Test Runner or Playwright; or a command of its own. */
export type Runner = 'node' | 'elements' | 'flows' | 'command';

/** A part of the tests that one command runs. */
export interface Suite {
  name: string;
  runner: Runner;
  engine: Engine;
  /** Its test files. A command has none. */
  files: readonly string[];
  /** Only the flows with this tag. */
  tag?: string;
  /** The words of a command. */
  command?: readonly string[];
  /** How long it takes on two quiet cores, rounded up. */
  minutes: number;
  /** Folders whose own packages it needs. */
  folders?: readonly string[];
  /** A suite that has this is in the outer circle. */
  outside?: {
    reason: string;
    /** Beginnings of paths. `.ci/run` runs the suite where a commit has changed one of them since the suite last passed. */
    concerns: readonly string[];
  };
}

const suite = (
  name: string,
  runner: Runner,
  rest: Omit<Suite, 'name' | 'runner' | 'engine' | 'files'> & Partial<Suite>,
): Suite => ({ name, runner, engine: 'chromium', files: [], ...rest });

/** Returns the files that match, but for those of packages that a folder has installed. */
const filesOf = (...patterns: string[]) =>
  globSync(patterns)
    .filter((path) => !path.includes('node_modules/'))
    .sort();
const without = (files: readonly string[], others: readonly string[]) =>
  files.filter((file) => !others.includes(file));

const ON_NODE =
  'bff,build,check,demo,findings,frameworks,model,node,options,planted,protocol,recipes,runner,sandbox,support,testing,webkit-for-playwright';
const ELEMENTS = filesOf('test/browser/**/*.test.ts');
/** What check, doctor, addresses and console say. */
const CHECKS = ['src/check/', 'src/findings/'];

const SITE_FLOWS = filesOf('test/e2e/{playground,recipes,site}.spec.ts');
const LIBRARY_FLOWS = filesOf('test/e2e/libraries/{jspsych,surveyjs}.spec.ts');
const FLOWS = without(filesOf('test/{e2e,frameworks}/**/*.spec.ts'), [
  ...SITE_FLOWS,
  ...LIBRARY_FLOWS,
]);
const LOOKS = filesOf('test/e2e/{console-pictures,states}.spec.ts');
const CONSOLE_FLOWS = filesOf('test/e2e/console-{accessibility,check}.spec.ts');
const DEMO_FLOWS = filesOf('test/e2e/{accessibility,demo,sample}.spec.ts');
const APP_FLOWS = filesOf('test/e2e/libraries/{react,vue}.spec.ts');
const SOAK_FLOWS = filesOf('test/e2e/soak.spec.ts');
/** The flows inside: those of the lists above run where a change concerns them. */
const INNER_FLOWS = without(
  FLOWS,
  [LOOKS, CONSOLE_FLOWS, DEMO_FLOWS, APP_FLOWS, SOAK_FLOWS].flat(),
);

/** What an engine can change: storage, navigation, tabs, frames, the back/forward cache, and how a request fails. */
const ENGINE_ELEMENTS = filesOf(
  'test/browser/endlink/{blocked-storage,carry,carry-lent,frames,landing,navigation,navigation-address,record,relay,report-on-leave,script-navigation,synchronize,token-lock,transport,trees}.test.ts',
  'test/browser/elements/vault-connect-window.test.ts',
);
const ENGINE_FLOWS = filesOf(
  'test/e2e/faults/*.spec.ts',
  'test/e2e/{hops,landing,left-at-once,once,unsent,vault-callback}.spec.ts',
);

/** How long the suites of an engine take. Firefox loads a page of the elements four times as slowly as WebKitGTK. */
type EngineMinutes = Record<'elements' | 'flows' | 'otherElements' | 'otherFlows', number>;

/** The suites in an engine besides Chromium. */
const suitesIn = (engine: Engine, title: string, minutes: EngineMinutes): Suite[] => [
  suite(`elements in ${title}`, 'elements', {
    engine,
    files: ENGINE_ELEMENTS,
    minutes: minutes.elements,
  }),
  suite(`flows in ${title}`, 'flows', { engine, files: ENGINE_FLOWS, minutes: minutes.flows }),
  suite(`a flow of each framework in ${title}`, 'flows', {
    engine,
    files: filesOf('test/frameworks/**/*.spec.ts'),
    tag: '@smoke',
    minutes: 0.5,
  }),
  suite(`other elements in ${title}`, 'elements', {
    engine,
    files: without(ELEMENTS, ENGINE_ELEMENTS),
    minutes: minutes.otherElements,
    outside: {
      reason: 'an engine seldom changes what they show',
      concerns: ['src/browser/', 'test/browser/', 'web-test-runner.config.js'],
    },
  }),
  suite(`other flows in ${title}`, 'flows', {
    engine,
    files: without(FLOWS, ENGINE_FLOWS),
    minutes: minutes.otherFlows,
    outside: {
      reason: 'an engine seldom changes what they show',
      concerns: ['src/browser/', 'src/frameworks/', 'test/e2e/', 'test/frameworks/'],
    },
  }),
];

/** All of them, in the order in which they run. */
export const SUITES: readonly Suite[] = [
  suite('node', 'node', { files: filesOf(`test/{${ON_NODE}}/**/*.test.ts`), minutes: 5 }),
  suite('package', 'node', {
    files: filesOf('test/package/**/*.test.ts'),
    minutes: 1,
    folders: ['test/package', 'test/audit'],
  }),
  suite('elements', 'elements', { files: ELEMENTS, minutes: 3 }),
  suite('flows', 'flows', { files: INNER_FLOWS, minutes: 6 }),
  ...suitesIn('firefox', 'Firefox', {
    elements: 2,
    flows: 2.5,
    otherElements: 7,
    otherFlows: 20,
  }),
  ...suitesIn('webkit', 'WebKitGTK', {
    elements: 0.5,
    flows: 2,
    otherElements: 1.5,
    otherFlows: 10,
  }),
  suite('proof', 'node', {
    files: filesOf('test/proof/**/*.test.ts'),
    minutes: 2,
    outside: {
      reason: 'visits over a million states of two tabs',
      concerns: ['src/browser/endlink/', 'test/proof/'],
    },
  }),
  suite('looks', 'flows', {
    files: LOOKS,
    minutes: 2,
    outside: {
      reason: 'looks at each state of each element in each language, and at the console',
      concerns: ['src/browser/elements/', 'src/sandbox/console/', 'docs/console.md', ...LOOKS],
    },
  }),
  suite('flows of the console', 'flows', {
    files: CONSOLE_FLOWS,
    minutes: 1.5,
    outside: {
      reason: 'walks through the pages of the sandbox, and has sites checked there',
      concerns: ['src/sandbox/', ...CHECKS, 'src/browser/debug/', ...CONSOLE_FLOWS],
    },
  }),
  suite('flows of the demo', 'flows', {
    files: DEMO_FLOWS,
    minutes: 2,
    outside: {
      reason: 'goes through the demo as its visitors do, and looks for barriers there',
      concerns: ['demo/', 'src/sandbox/service/', 'src/browser/', ...DEMO_FLOWS],
    },
  }),
  suite('apps', 'flows', {
    files: APP_FLOWS,
    minutes: 1,
    outside: {
      reason: 'whole applications of React and Vue; each framework has its own flows inside',
      concerns: ['src/browser/', 'src/frameworks/', 'test/e2e/libraries/'],
    },
  }),
  suite('judge of the soak', 'flows', {
    files: SOAK_FLOWS,
    minutes: 1,
    outside: {
      reason: 'shows that the soak finds what is lost, doubled and leaked',
      concerns: ['test/soak', ...SOAK_FLOWS],
    },
  }),
  suite('site', 'node', {
    files: filesOf('test/site/**/*.test.ts'),
    minutes: 2,
    folders: ['docs/site', 'test/site'],
    outside: {
      reason: 'builds the documentation, and measures it with Lighthouse',
      concerns: ['docs/', 'examples/', 'src/recipes/', 'test/site/', 'CHANGELOG.md', 'README.md'],
    },
  }),
  suite('check of the site', 'command', {
    command: ['npm', 'run', '--silent', 'check:outer'],
    minutes: 1,
    outside: {
      reason: 'needs the packages of the documentation for its types',
      concerns: ['docs/site/', 'test/site/', 'tsconfig.base.json', 'eslint.config.js'],
    },
  }),
  suite('flows of the site', 'flows', {
    files: SITE_FLOWS,
    minutes: 3,
    folders: ['docs/site'],
    outside: {
      reason: 'builds the documentation, and looks at each of its pages',
      concerns: ['docs/', 'src/recipes/', ...CHECKS, 'src/sandbox/', 'src/browser/', ...SITE_FLOWS],
    },
  }),
  suite('survey libraries', 'flows', {
    files: LIBRARY_FLOWS,
    minutes: 1,
    folders: ['test/e2e/libraries/jspsych', 'test/e2e/libraries/surveyjs'],
    outside: {
      reason: 'installs the libraries that buyers build surveys with',
      concerns: ['src/browser/', 'test/e2e/libraries/'],
    },
  }),
  suite('mistakes', 'node', {
    files: filesOf('test/mistakes/**/*.test.ts'),
    minutes: 5,
    outside: {
      reason:
        'visits over 60 sites with one mistake each in a browser; the judge has records of them',
      concerns: ['src/check/', 'src/node/check/', 'test/mistakes/', 'test/node/check/'],
    },
  }),
  suite('runtimes', 'node', {
    files: filesOf('test/runtimes/**/*.test.ts'),
    minutes: 1,
    folders: ['test/runtimes'],
    outside: {
      reason: 'installs Bun, Deno and workerd, 330 MB',
      concerns: ['src/bff/', 'src/protocol/', 'test/runtimes/'],
    },
  }),
  suite('start pages', 'node', {
    files: filesOf('test/start-pages/**/*.test.ts'),
    minutes: 3,
    outside: {
      reason: 'follows each page of docs/start, command by command',
      concerns: ['docs/start/', 'src/node/', 'examples/', 'package.json', 'test/start-pages/'],
    },
  }),
  suite('examples', 'node', {
    files: filesOf('test/examples/**/*.test.ts'),
    minutes: 8,
    outside: {
      reason: 'installs the package in each example, and with the oldest peers',
      concerns: ['examples/', 'src/frameworks/', 'src/node/', 'package.json', 'test/examples/'],
    },
  }),
  suite('soak of sellers', 'command', {
    command: ['npm', 'run', 'soak', '--', '--runs', '200', '--minutes', '5'],
    minutes: 5,
    outside: {
      reason: 'hundreds of sellers under random faults',
      concerns: ['src/browser/endlink/', 'src/sandbox/service/', 'test/soak/'],
    },
  }),
  suite('soak of grants', 'command', {
    command: ['npm', 'run', 'soak:grants', '--', '--grants', '300'],
    minutes: 3,
    outside: {
      reason: 'hundreds of grants in processes that crash',
      concerns: ['src/bff/grants/', 'src/bff/stores/', 'test/soak-grants/'],
    },
  }),
  suite('soak of restarts', 'command', {
    command: ['npm', 'run', 'soak:restart', '--', '--restarts', '4', '--kills', '2'],
    minutes: 3,
    outside: {
      reason: 'two replicas behind nginx, restarted under load',
      concerns: ['src/node/http/', 'src/node/serve/', 'src/bff/stores/', 'test/soak-restart/'],
    },
  }),
  suite('attacks', 'command', {
    command: ['npm', 'run', 'test:attacks', '--', '--untimed'],
    minutes: 6,
    outside: {
      reason: 'attacks one backend in fifteen ways, and watches an honest user beside each',
      concerns: ['src/bff/', 'src/node/http/', 'src/node/serve/', 'test/attacks'],
    },
  }),
  suite('planted faults', 'command', {
    command: ['npm', 'run', 'test:planted'],
    minutes: 25,
    outside: {
      reason: 'makes sixty mistakes, and runs the tests that concern each',
      concerns: ['test/'],
    },
  }),
];

/** Whether `.ci/run` proves a suite for each commit. */
export const isInner = ({ outside }: Suite): boolean => !outside;
