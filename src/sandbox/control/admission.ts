import type { SandboxCore } from '../core/core.ts';
import type { AllowedHosts } from '../core/sandbox-options.ts';
import { MarketFullError } from '../market/capacity.ts';
import { withBoundedBody } from '../service/http/bounded-body.ts';
import type { BoundedRequest } from '../service/http/bounded-body.ts';
import { quoted } from '../service/reasons.ts';

/** A refusal by the sandbox itself, whatever the service would answer. */
export interface SandboxRefusal {
  /** 403: the host. 413: the length of the body. 400: a connection that ended before the body. 507: no room for another record. */
  status: 400 | 403 | 413 | 507;
  /** The end of a sentence. */
  explanation: string;
}

/**
 * Handles a request if its host is allowed and its body is neither too long nor incomplete. Refuses it if the sandbox has no room for another record.
 *
 * @param refuse creates the response to a refused request
 */
export async function admit(
  core: SandboxCore,
  request: Request,
  refuse: (refusal: SandboxRefusal) => Response,
  handle: (bounded: BoundedRequest) => Response | Promise<Response>,
): Promise<Response> {
  const mistake = mistakeInHost(request, core.allowedHosts);
  if (mistake !== undefined) return refuse({ status: 403, explanation: mistake });
  // A request without a body goes on at once, so that it is held before a call that follows it.
  const bounded = request.body === null ? { request, body: null } : await withBoundedBody(request);
  if (bounded === 'incomplete') {
    return refuse({
      status: 400,
      explanation: 'the connection ended before the body was complete.',
    });
  }
  if (bounded === 'too_large') {
    const limit = 'the body is larger than 1 MiB, the limit of the sandbox. Send less at once.';
    return refuse({ status: 413, explanation: limit });
  }
  try {
    return await handle(bounded);
  } catch (error) {
    if (error instanceof MarketFullError)
      return refuse({ status: 507, explanation: error.message });
    throw error;
  }
}

/**
 * Checks the `Host` of a request. A page under a name that resolves to this machine (DNS rebinding) would share the origin of the sandbox and could read
 * its secrets. No stranger can own `localhost` or an IP address. A request that came over no network has no `Host`.
 *
 * @returns one sentence that says what is wrong and how to allow the host; `undefined` if the host is allowed
 * @see https://vite.dev/config/server-options#server-allowedhosts
 */
function mistakeInHost({ headers }: Request, allowed: AllowedHosts): string | undefined {
  const host = headers.get('host');
  if (host === null || allowed === 'any') return undefined;
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (isOwnName(name) || allowed.some((pattern) => fits(pattern.toLowerCase(), name))) {
    return undefined;
  }
  return `the host ${quoted(host)} is not allowed, since a page of that name could read the secrets of the sandbox. If the name is yours, start with --allowed-host ${name.slice(0, 60)}, or createSandbox({ allowedHosts: [${quoted(name)}] }).`;
}

/** Returns whether a host is a loopback name or an IP address, which no stranger can point at this machine. @see RFC 6761 section 6.3 */
const isOwnName = (name: string): boolean =>
  /^([\w-]+\.)*localhost$/.test(name) ||
  /^\d{1,3}(\.\d{1,3}){3}$/.test(name) ||
  /^\[[\da-f:.]+\]$/.test(name);

const fits = (pattern: string, name: string): boolean =>
  pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
