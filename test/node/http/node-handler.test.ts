import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { RouteResponse } from 'vaultlink/bff';
import { nodeRequestOf, toNodeHandler } from 'vaultlink/node';
import { startBff } from '../../bff/support/http-bff.ts';
import { bffOf, echo, jsonOf, post, PUSH, responseOf, serving } from '../mounted.ts';

/** Before any handler is made. */
const GLOBALS = [Request, Response];

describe('toNodeHandler', () => {
  it('hands the backend the method, the path, the query and the body of a request', async () => {
    const origin = await serving(toNodeHandler(echo));
    assert.deepEqual(await jsonOf(await post(`${origin}${PUSH}?a=b`, 'täxt')), {
      method: 'POST',
      target: `${PUSH}?a=b`,
      body: 'täxt',
    });
  });

  for (const path of ['/', '/vaults', '/vault.js', '/api/vault/session']) {
    it(`leaves ${path} to the host`, async () => {
      const handler = toNodeHandler(echo);
      const origin = await serving((req, res) => handler(req, res, () => res.end('the host')));
      assert.equal(await (await fetch(origin + path)).text(), 'the host');
    });
  }

  for (const path of ['/vault', '/vault/', '/vault?a', '/vault/session?return_to=/vaults']) {
    it(`takes ${path} for the backend`, async () => {
      const handler = toNodeHandler(echo);
      const origin = await serving((req, res) => handler(req, res, () => res.end('the host')));
      assert.equal((await jsonOf(await fetch(origin + path))).target, path);
    });
  }

  it('answers 404 to a call outside of the backend where there is no next handler', async () => {
    const origin = await serving(toNodeHandler(startBff().bff));
    assert.equal((await fetch(`${origin}/elsewhere`)).status, 404);
  });

  it('reads the whole path where a router has taken the prefix from it', async () => {
    const handler = toNodeHandler({ ...echo, basePath: '/app/vault' });
    const origin = await serving((req, res) => {
      req.originalUrl = req.url ?? '';
      req.url = (req.url ?? '').slice('/app/vault'.length);
      return handler(req, res, () => res.end('the host'));
    });
    const { target } = await jsonOf(await fetch(`${origin}/app/vault/session?a`));
    assert.equal(target, '/app/vault/session?a');
  });

  describe('mounted under another prefix than basePath', () => {
    /** The warnings of a handler behind a router that takes the prefix from the address, as Express and Connect do. */
    async function warningsOf(prefix: string, basePath: string, paths: readonly string[]) {
      const warnings: string[] = [];
      const note = ({ message }: Error) => void warnings.push(message);
      process.on('warning', note);
      const handler = toNodeHandler({ ...echo, basePath });
      const origin = await serving((req, res) => {
        req.originalUrl = req.url ?? '';
        req.url = req.originalUrl.slice(prefix.length);
        return handler(req, res, () => res.end('the host'));
      });
      for (const path of paths) await fetch(origin + path);
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', note);
      return warnings;
    }

    it('names both, once', async () => {
      const paths = ['/api/vault/session', '/api/vault/connect'];
      const warnings = await warningsOf('/api/vault', '/vault', paths);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /mounted at "\/api\/vault".*basePath.*"\/vault"/);
    });

    it('says nothing where the prefix fits', async () => {
      assert.deepEqual(await warningsOf('/vault', '/vault', ['/vault/session']), []);
      assert.deepEqual(await warningsOf('/app', '/app/vault', ['/app/about']), []);
      assert.deepEqual(await warningsOf('', '/vault', ['/about']), []);
      assert.deepEqual(await warningsOf('/VAULT', '/vault', ['/VAULT/session']), []);
    });
  });

  describe('answers', () => {
    it('with each cookie in a header of its own', async () => {
      const cookies = ['a=1; Path=/', 'b=2; Path=/'];
      const answer303 = () => Promise.resolve({ ...responseOf(303), cookies });
      const origin = await serving(toNodeHandler(bffOf(answer303)));
      const answer = await fetch(`${origin}/vault/callback`, { redirect: 'manual' });
      assert.deepEqual(answer.headers.getSetCookie(), ['a=1; Path=/', 'b=2; Path=/']);
    });

    it('HEAD without a body', async () => {
      const type = { 'content-type': 'application/json' };
      const answerJson = () => Promise.resolve(responseOf(200, '{"a":1}', type));
      const origin = await serving(toNodeHandler(bffOf(answerJson)));
      const answer = await fetch(`${origin}/vault/session`, { method: 'HEAD' });
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.equal(await answer.text(), '');
    });

    for (const status of [204, 304]) {
      it(`${status} without a body, over a connection that is kept`, async () => {
        const handler = toNodeHandler(bffOf(() => Promise.resolve(responseOf(status))));
        const origin = await serving(handler);
        const answers = await rawAnswers(origin, [
          'GET /vault/session HTTP/1.1\r\nHost: a\r\n\r\n',
          'GET /vault/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        ]);
        const heads = answers.split('HTTP/1.1 ').slice(1);
        assert.equal(heads.length, 2);
        for (const head of heads) {
          assert.ok(head.startsWith(String(status)));
          assert.match(head, /\r\n\r\n$/);
          assert.doesNotMatch(head, /transfer-encoding|content-length/i);
        }
      });
    }

    it('a further request on the connection of one whose body nobody has read', async () => {
      const { bff } = startBff();
      const origin = await serving(toNodeHandler(bff));
      const answers = await rawAnswers(origin, [
        `POST ${PUSH} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n{}\n`,
        'GET /vault/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      ]);
      const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      assert.deepEqual(statuses, ['403', '200']);
    });
  });

  it('tells the backend when the client goes away', async () => {
    let arrive!: (request: Request) => void;
    const arrived = new Promise<Request>((resolve) => (arrive = resolve));
    const origin = await serving(
      toNodeHandler(
        bffOf((request) => {
          arrive(request.webRequest);
          return new Promise(() => undefined);
        }),
      ),
    );
    const leaving = new AbortController();
    const call = fetch(`${origin}/vault/session`, { signal: leaving.signal });
    call.catch(() => undefined);
    const { signal } = await arrived;
    leaving.abort();
    if (!signal.aborted) await once(signal, 'abort');
    await assert.rejects(call);
  });

  it('tells the backend that the client has gone away before anybody asked for the request', async () => {
    const aborted = Promise.withResolvers<boolean>();
    const arrived = Promise.withResolvers<undefined>();
    const handler = toNodeHandler(
      bffOf(async (request) => {
        arrived.resolve(undefined);
        await gone.promise;
        aborted.resolve(request.webRequest.signal.aborted);
        return responseOf(204);
      }),
    );
    const gone = Promise.withResolvers<undefined>();
    const origin = await serving((req, res) => {
      res.on('close', () => gone.resolve(undefined));
      return handler(req, res);
    });
    const leaving = new AbortController();
    const call = fetch(`${origin}/vault/session`, { signal: leaving.signal });
    call.catch(() => undefined);
    await arrived.promise;
    leaving.abort();
    assert.equal(await aborted.promise, true);
  });

  it('leaves the answer of a host that did not wait, such as one with a timeout of its own', async () => {
    const answered = Promise.withResolvers<RouteResponse>();
    const handled = Promise.withResolvers<undefined>();
    const handler = toNodeHandler(bffOf(() => answered.promise));
    const origin = await serving((req, res) => {
      handler(req, res).then(() => handled.resolve(undefined), handled.reject);
      res.writeHead(503).end('the host');
    });
    const answer = await fetch(`${origin}/vault/session`);
    answered.resolve(responseOf(200, 'the backend'));
    await handled.promise;
    assert.deepEqual([answer.status, await answer.text()], [503, 'the host']);
  });

  it('sends a user to the redirect URI of the options, whatever Host and the proxy say', async () => {
    const { bff } = startBff();
    const origin = await serving(toNodeHandler(bff));
    const answer = await rawAnswers(origin, [
      'GET /vault/connect HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n',
    ]);
    assert.match(answer, /redirect_uri=https%3A%2F%2Fapp\.example%2Fvault%2Fcallback/);
    assert.doesNotMatch(answer, /evil/);
  });

  for (const target of ['http://evil.example', 'http://evil.example?/vault/session']) {
    it(`leaves the whole address ${target} to the host`, async () => {
      const handler = toNodeHandler(echo);
      const origin = await serving((req, res) => handler(req, res, () => res.end('the host')));
      const answer = await rawAnswers(origin, [
        `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      ]);
      assert.match(answer, /the host$/);
    });
  }

  it('takes the path alone of a whole address, whoever it names', async () => {
    const origin = await serving(toNodeHandler(echo));
    const answer = await rawAnswers(origin, [
      'GET http://user:password@evil.example/vault/session?a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ]);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(answer, /"target":"\/vault\/session\?a"/);
  });

  it('refuses TRACE, which no Request can have, without an error of the server', async () => {
    const origin = await serving(toNodeHandler(startBff().bff));
    const answer = await rawAnswers(origin, [
      'TRACE /vault/session HTTP/1.1\r\nHost: a\r\nCookie: a=secret\r\nConnection: close\r\n\r\n',
    ]);
    assert.match(answer, /^HTTP\/1\.1 405 /);
    assert.match(answer, /\r\nallow: /i);
    assert.doesNotMatch(answer, /secret/);
  });

  it('gives the host’s functions the request of Node, with what middleware has put on it', async () => {
    const { bff } = startBff({
      subject: (request) => nodeRequestOf<IncomingMessage & { user?: string }>(request)?.user,
    });
    const handler = toNodeHandler(bff);
    const origin = await serving((req, res) => {
      if (req.headers.authorization) Object.assign(req, { user: 'ada' });
      return handler(req, res);
    });
    const sessionOf = (headers: Record<string, string>) =>
      fetch(`${origin}/vault/session`, { headers: { 'x-vaultlink': '1', ...headers } });
    assert.equal((await sessionOf({ authorization: 'yes' })).status, 200);
    assert.equal((await sessionOf({})).status, 403);
  });

  it('leaves the globals of the host as they are', () => {
    toNodeHandler(echo);
    assert.deepEqual([Request, Response], GLOBALS);
  });
});

/** Everything that a server says on one connection to these requests, sent together. */
async function rawAnswers(origin: string, requests: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(requests.join(''));
  return text(socket);
}
