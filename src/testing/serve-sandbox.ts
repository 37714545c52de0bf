import { listen } from '../node/http/listener.ts';
import { createTestSandbox } from './sandbox.ts';
import type { TestSandbox, TestSandboxOptions } from './sandbox.ts';

/** A test sandbox that listens on a free port of this machine. */
export interface ServedSandbox extends TestSandbox {
  /** Origin at which it listens, such as `http://127.0.0.1:41873`. */
  readonly origin: string;
  /** The base URL for your pages and for your backend: the origin, and the `basePath` where there is one. */
  readonly baseUrl: string;
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
    const { origin } = listener;
    await use({ ...sandbox, origin, baseUrl: origin + sandbox.basePath });
  } finally {
    sandbox.close();
    await listener.close();
  }
}
