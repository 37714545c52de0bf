import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, onPath } from '../support/programs.ts';
import { startServer } from '../support/server.ts';
import type { ProxiedRequest } from './judge.ts';

// Debian keeps it where only root looks.
const program = [...onPath('nginx'), '/usr/sbin/nginx'].find(isProgram);
const openssl = onPath('openssl').find(isProgram);

/** Why nothing can be tried behind nginx here; `false`: it can. */
export const proxyIsMissing = !(program && openssl) && 'nginx or openssl is not installed';

const DOCS = new URL('../../docs/operation.md', import.meta.url);
const LOG = 'access.log';

/** nginx in front of the replicas, with TLS. */
export interface Proxy {
  origin: string;
  /** Its certificate, which is its own authority. */
  certificate: string;
  /** What it has logged so far, by the id of a request. */
  readLog(): Map<string, ProxiedRequest>;
  close(): Promise<void>;
}

/** Starts nginx with the configuration of docs/operation.md. @param replicas two, as host and port */
export async function startProxy(replicas: readonly string[]): Promise<Proxy> {
  let place = '';
  const server = await startServer({
    command({ port, folder }) {
      place = folder;
      const path = join(folder, 'nginx.conf');
      writeFileSync(path, configuration(folder, port, replicas));
      return [program ?? '', '-c', path, '-p', folder, '-e', 'stderr'];
    },
    prepare(folder) {
      const names = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
      const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
      const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
      const parameters = ['req', '-x509', '-days', '1', ...kind, ...subject, ...names];
      execFileSync(openssl ?? '', parameters, { stdio: 'ignore' });
    },
    ready: /start worker process/,
  });
  return {
    origin: `https://127.0.0.1:${server.port}`,
    certificate: readFileSync(join(place, 'certificate.pem'), 'utf8'),
    readLog: () => parseLog(readFileSync(join(place, LOG), 'utf8')),
    close: () => server.close(),
  };
}

/** The block of docs/operation.md with the addresses of a run, and what a configuration needs around it. */
function configuration(folder: string, port: number, replicas: readonly string[]): string {
  const [, block = ''] = /```nginx\n(upstream [^`]+)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];
  const here = replaceAll(block, [
    [/10\.0\.0\.11:3000/, replicas[0] ?? ''],
    [/10\.0\.0\.12:3000/, replicas[1] ?? ''],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/server_name [^;]+/, 'server_name 127.0.0.1'],
    [/ssl_certificate [^;]+/, `ssl_certificate ${join(folder, 'certificate.pem')}`],
    [/ssl_certificate_key [^;]+/, `ssl_certificate_key ${join(folder, 'key.pem')}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr notice;
events { worker_connections 1024; }
http {
${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
log_format soak escape=json '$http_x_soak_id|$upstream_addr|$upstream_status|$status|$request_time|$msec';
access_log ${join(folder, LOG)} soak;
${here}
}
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
