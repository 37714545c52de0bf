import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type AddressInfo,
  type LookupFunction,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import type { SeenService } from '../../../src/check/index.ts';
import { probeService } from '../../../src/node/check/probe-service.ts';
import { listen } from '../../../src/node/index.ts';
import { createCertificate } from '../../support/certificate.ts';
import { freePort } from '../../support/free-port.ts';

const HOST = 'service.example';
const PROBE = new URL('../../../src/node/check/probe-service.ts', import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-probe-'));
after(() => rmSync(folder, { recursive: true }));

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Resolves each name to an address. */
const lookupTo =
  (address: string): LookupFunction =>
  (_name, { all }, answer) => {
    setImmediate(() => {
      if (all) answer(null, [{ address, family: 4 }]);
      else answer(null, address, 4);
    });
  };
const lookup = lookupTo('127.0.0.1');

const failingLookup =
  (code: string): LookupFunction =>
  (_name, _options, answer) =>
    void setImmediate(() => answer(Object.assign(new Error(code), { code }), ''));

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  open.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const tlsPort = (validDays?: number) => {
  const certificate = createCertificate(HOST, validDays);
  return portOf(createTlsServer(certificate)).then((port) => ({ port, ...certificate }));
};

/** Probes in a process of its own, which trusts a certificate. */
async function probeTrusting(origin: string, certificate: string): Promise<SeenService> {
  const file = join(folder, 'authority.pem');
  writeFileSync(file, certificate);
  const script = `const { probeService } = await import(${JSON.stringify(PROBE)}); console.log(JSON.stringify(await probeService(${JSON.stringify(origin)})))`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=vaultlink-source', '--input-type=module', '--eval', script],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
  );
  return JSON.parse(stdout) as SeenService;
}

describe('The probe of a service', () => {
  it('reaches a server over http, and sends it nothing', async () => {
    const server = createServer();
    const received = once(server, 'connection').then(async ([socket]: Socket[]) => {
      assert.ok(socket);
      const data: unknown[] = [];
      socket.on('data', (part) => data.push(part));
      await once(socket, 'end');
      return data;
    });
    const origin = `http://127.0.0.1:${await portOf(server)}`;
    assert.deepEqual(await probeService(origin), { origin, reach: 'reached', isLocal: true });
    assert.deepEqual(await received, []);
  });

  it('distinguishes a host without a server, a name without a host, and a silent server', async () => {
    const port = await freePort();
    const refused = await probeService(`http://${HOST}:${port}`, { lookup });
    assert.deepEqual([refused.reach, refused.detail], ['refused', 'ECONNREFUSED']);
    const unknown = await probeService(`https://${HOST}`, { lookup: failingLookup('ENOTFOUND') });
    assert.deepEqual([unknown.reach, unknown.isLocal], ['unknown host', false]);
    const offline = await probeService(`https://${HOST}`, { lookup: failingLookup('EAI_AGAIN') });
    assert.deepEqual([offline.reach, offline.detail], ['no answer', 'EAI_AGAIN']);
    const neverAnswers: LookupFunction = () => undefined;
    const silent = await probeService(`https://${HOST}`, { lookup: neverAnswers, timeoutMs: 1 });
    assert.equal(silent.reach, 'no answer');
  });

  it('refuses a certificate that Node does not trust', async () => {
    const { port } = await tlsPort();
    const seen = await probeService(`https://${HOST}:${port}`, { lookup });
    assert.deepEqual([seen.reach, seen.detail], ['bad certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });

  it('trusts the authorities of NODE_EXTRA_CA_CERTS, but not for ever, and not for another host', async () => {
    const valid = await tlsPort();
    const seen = await probeTrusting(`https://127.0.0.1:${valid.port}`, valid.cert);
    assert.equal(seen.reach, 'reached', JSON.stringify(seen));
    const other = await probeTrusting(`https://localhost:${valid.port}`, valid.cert);
    assert.equal(other.detail, 'ERR_TLS_CERT_ALTNAME_INVALID');
    const old = await tlsPort(-1);
    const expired = await probeTrusting(`https://127.0.0.1:${old.port}`, old.cert);
    assert.deepEqual([expired.reach, expired.detail], ['bad certificate', 'CERT_HAS_EXPIRED']);
  });

  it('notices a server that speaks http where https is expected, or hangs up', async () => {
    const http = await listen(() => new Response(''));
    open.push(() => http.close());
    const plain = await probeService(`https://127.0.0.1:${http.port}`);
    assert.equal(plain.reach, 'no TLS');
    const port = await portOf(createServer((socket) => socket.destroy()));
    assert.equal((await probeService(`https://127.0.0.1:${port}`)).reach, 'no TLS');
  });

  it('says whether an origin is of this machine or its network', async () => {
    const isLocal = async (host: string, address: string) => {
      const options = { lookup: lookupTo(address), timeoutMs: 20 };
      return (await probeService(`http://${host}:1`, options)).isLocal;
    };
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.1.1'])
      assert.equal(await isLocal(HOST, address), true, address);
    assert.equal(await isLocal(HOST, '192.0.2.1'), false);
    for (const host of ['printer.local', 'survey.localhost', 'localhost', '[::1]', '10.0.0.1'])
      assert.equal(await isLocal(host, '127.0.0.1'), true, host);
  });
});
