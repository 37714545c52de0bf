import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, onPath } from './programs.ts';
import { startServer } from './server.ts';

// Debian keeps it where only root looks.
const program = [...onPath('nginx'), '/usr/sbin/nginx'].find(isProgram);
const openssl = onPath('openssl').find(isProgram);

/** Why tests with nginx cannot run here; `false`: they can. */
export const nginxIsMissing = !(program && openssl) && 'nginx or openssl is not installed';

/** Where an nginx runs. */
export interface NginxPlace {
  port: number;
  /** Its files. */
  folder: string;
}

/** nginx on 127.0.0.1. */
export interface Nginx extends NginxPlace {
  /** Its certificate, which is its own authority. */
  certificate: string;
  close(): Promise<void>;
}

/**
 * Starts nginx on a free port.
 *
 * @param http what stands in its `http` block
 */
export async function startNginx(http: (place: NginxPlace) => string): Promise<Nginx> {
  let place = '';
  const server = await startServer({
    command({ port, folder }) {
      place = folder;
      const path = join(folder, 'nginx.conf');
      writeFileSync(path, configuration(folder, http({ port, folder })));
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
    port: server.port,
    folder: place,
    certificate: readFileSync(join(place, 'certificate.pem'), 'utf8'),
    close: () => server.close(),
  };
}

/** The lines of a `server` block by which it speaks TLS, with the certificate of {@link startNginx}. */
export const tlsLines = ({ port, folder }: NginxPlace): string =>
  `listen 127.0.0.1:${port} ssl;
  ssl_certificate ${join(folder, 'certificate.pem')};
  ssl_certificate_key ${join(folder, 'key.pem')};`;

/** Returns a configuration with what nginx needs around its `http` block. */
function configuration(folder: string, http: string): string {
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
${http}
}
`;
}
