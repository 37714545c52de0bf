import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxIsMissing, startNginx } from '../support/nginx-server.ts';
import type { NginxPlace } from '../support/nginx-server.ts';
import type { ProxiedRequest } from './judge.ts';

/** Why nothing can be tried behind nginx here; `false`: it can. */
export const proxyIsMissing = nginxIsMissing;

const DOCS = new URL('../../docs/operation.md', import.meta.url);
const LOG = 'access.log';

/** nginx in front of the replicas, with TLS. */
export interface Proxy {
  origin: string;
  /** Its certificate, which is its own authority. */
  certificate: string;
  /** Returns its log so far, by the id of a request. */
  readLog(): Map<string, ProxiedRequest>;
  close(): Promise<void>;
}

/** Starts nginx with the configuration of docs/operation.md. @param replicas two, as host and port */
export async function startProxy(replicas: readonly string[]): Promise<Proxy> {
  const nginx = await startNginx((place) => configuration(place, replicas));
  return {
    origin: `https://127.0.0.1:${nginx.port}`,
    certificate: nginx.certificate,
    readLog: () => parseLog(readFileSync(join(nginx.folder, LOG), 'utf8')),
    close: () => nginx.close(),
  };
}

/** The block of docs/operation.md with the addresses of a run, and a log that its judge reads. */
function configuration({ port, folder }: NginxPlace, replicas: readonly string[]): string {
  const [, block = ''] = /```nginx\n(upstream [^`]+)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];
  const here = replaceAll(block, [
    [/10\.0\.0\.11:3000/, replicas[0] ?? ''],
    [/10\.0\.0\.12:3000/, replicas[1] ?? ''],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/server_name [^;]+/, 'server_name 127.0.0.1'],
    [/ssl_certificate [^;]+/, `ssl_certificate ${join(folder, 'certificate.pem')}`],
    [/ssl_certificate_key [^;]+/, `ssl_certificate_key ${join(folder, 'key.pem')}`],
  ]);
  return `
log_format soak escape=json '$http_x_soak_id|$upstream_addr|$upstream_status|$status|$request_time|$msec';
access_log ${join(folder, LOG)} soak;
${here}
`;
}

/** @throws where a pattern does not match: then the documentation has changed */
function replaceAll(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, replacement]) => {
    if (!pattern.test(changed)) throw new Error(`docs/operation.md does not match ${pattern}.`);
    return changed.replace(pattern, replacement);
  }, text);
}

function parseLog(text: string): Map<string, ProxiedRequest> {
  return new Map(
    text.split('\n').map((line) => {
      const [id = '', upstreams = '', statuses = ''] = line.split('|');
      return [id, { upstreams: listOf(upstreams), upstreamStatuses: listOf(statuses) }];
    }),
  );
}

/** nginx separates what it tried with commas. */
const listOf = (text: string) => text.split(', ').filter((entry) => entry !== '' && entry !== '-');
