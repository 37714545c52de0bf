import { quoted } from '../service/reasons.ts';

/** Allowed names of a sandbox, beside loopback names and IP addresses: `sandbox.internal`, `*.tunnel.example`; `any` for all. */
export type AllowedHosts = readonly string[] | 'any';

/**
 * Checks the `Host` of a request. A page under a name that resolves to this machine (DNS rebinding) would share the origin of the sandbox and could read
 * its secrets. No stranger can own `localhost` or an IP address. A request that came over no network has no `Host`.
 *
 * @returns one sentence that says what is wrong and how to allow the host; `undefined` if the host is allowed
 * @see https://vite.dev/config/server-options#server-allowedhosts
 */
export function mistakeInHost({ headers }: Request, allowed: AllowedHosts): string | undefined {
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
