/**
 * A fixture for Vitest: a marketplace of its own for each test, on a free port of this machine.
 *
 * @module
 */
import type { TestSandboxOptions } from './sandbox.ts';
import { withServedSandbox } from './serve-sandbox.ts';
import type { ServedSandbox } from './serve-sandbox.ts';

export type { TestSandboxOptions } from './sandbox.ts';
export type { ServedSandbox } from './serve-sandbox.ts';

/** Fixtures that a test gets. */
export interface SandboxFixtures {
  /** A marketplace with one seller, one endlink and one packet to push into. */
  sandbox: ServedSandbox;
}

/** A fixture in the form of Vitest's `test.extend`. */
export interface SandboxFixtureDefinition {
  sandbox(context: object, use: (sandbox: ServedSandbox) => Promise<void>): Promise<void>;
}

/**
 * Returns the fixture `sandbox` for `test.extend` of Vitest. A test that does not name it starts nothing.
 *
 * @example
 * import { test as base } from 'vitest';
 *
 * const test = base.extend<SandboxFixtures>(sandboxFixtures({ pageUrl: 'http://localhost:5173/' }));
 *
 * test('pays the seller', async ({ sandbox }) => {
 *   const { token } = await sandbox.startEndlink();
 * });
 */
export const sandboxFixtures = (options: TestSandboxOptions = {}): SandboxFixtureDefinition => ({
  // Vitest reads the names of the fixtures that this one needs from its source.
  sandbox: ({}, use) => withServedSandbox(options, use),
});
