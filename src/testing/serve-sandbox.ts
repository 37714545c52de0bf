import { listen } from '../node/http/listener.ts';
import { createTestSandbox } from './sandbox.ts';
import type { TestSandbox, TestSandboxOptions } from './sandbox.ts';

/** A test sandbox that listens on a free port of this machine. */
export interface ServedSandbox extends TestSandbox {
  /** Where it listens, such as `http://127.0.0.1:41873`: the base URL for your pages and for your backend. */
  readonly origin: string;
}

/**
 * Gives a served sandbox to a test, and stops it afterwards, whether the test passes or not.
 *
 * @param use runs the test
 */
export async function withServedSandbox(
  options: TestSandboxOptions,
  use: (sandbox: ServedSandbox) => Promise<void>,
): Promise<void> {
  const sandbox = createTestSandbox(options);
  const listener = await listen((request) => sandbox.fetch(request));
  try {
    await use({ ...sandbox, origin: listener.origin });
  } finally {
    sandbox.close();
    await listener.close();
  }
}
