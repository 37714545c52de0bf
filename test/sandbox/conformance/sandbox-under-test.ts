import { createSandbox } from 'vaultlink/sandbox';
import type { SandboxOptions } from 'vaultlink/sandbox';
import { testConformance } from './conformance.ts';
import { createSandboxAdapter } from './adapter.ts';
import type { ConformanceAdapter } from './adapter.ts';

const ORIGIN = 'http://127.0.0.1:4800';

/** Answers a request instead of the sandbox, or lets the sandbox answer by calling `next`. */
export type Breakage = (
  request: Request,
  next: (request?: Request) => Promise<Response>,
) => Response | Promise<Response>;

/** A sandbox with one thing broken: in its responses, or in what its adapter sees. */
export interface BrokenSandbox {
  respond?: Breakage;
  adapter?: (adapter: ConformanceAdapter) => ConformanceAdapter;
}

/** Tests a sandbox. The adapter's own calls reach it as it is. */
export async function testSandbox(
  { respond, adapter = (whole) => whole }: BrokenSandbox = {},
  options: SandboxOptions = {},
) {
  const sandbox = createSandbox(options);
  const fetchDirectly: typeof fetch = (input, init) => sandbox.fetch(new Request(input, init));
  const fetchBroken: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const next = (other = request.clone()) => sandbox.fetch(other);
    return respond ? respond(request.clone(), next) : next();
  };
  const baseUrl = ORIGIN + sandbox.basePath;
  const whole = createSandboxAdapter(baseUrl, fetchDirectly);
  try {
    return await testConformance({
      baseUrl,
      fetch: fetchBroken,
      adapter: adapter(whole),
    });
  } finally {
    sandbox.close();
  }
}
