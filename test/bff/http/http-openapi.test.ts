import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { openApiDocument } from 'vaultlink/bff';
import { OUTCOMES, STATUS_OF_ERROR, VAULT_ERROR_CODES } from 'vaultlink/protocol';
import { codeOf, startBff } from '../support/http-bff.ts';
import {
  brokenConnection,
  invalidClient,
  invalidGrant,
  withErrors,
  withJson,
} from '../../support/service/answers.ts';

/** As far as the tests look at it. */
interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; schema: object }[];
        responses: Record<string, { description: string; headers?: Record<string, object> }>;
      }
    >
  >;
  components: Record<string, Record<string, Record<string, unknown>>>;
}

const FILE = 'src/bff/openapi.json';
const WRITE = `node --conditions=vaultlink-source --input-type=module --eval
  "import { writeFileSync } from 'node:fs'; import { openApiDocument } from 'vaultlink/bff';
  writeFileSync('${FILE}', JSON.stringify(openApiDocument()))" && prettier --write ${FILE}`;

const document = openApiDocument() as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('publishes what the schemas say', () => {
    const published: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(published, JSON.parse(JSON.stringify(document)), `Write it anew: ${WRITE}`);
  });

  it('names every call, and the backend answers each of them', async () => {
    const { bff } = startBff();
    assert.deepEqual(
      operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
      [
        'GET /connect',
        'GET /callback',
        'POST /exchange',
        'GET /session',
        'DELETE /session',
        'POST /packets/{packet_id}/push',
        'POST /endlinks/{outcome}',
        'GET /health',
        'GET /health/live',
        'GET /health/ready',
        'GET /health/startup',
      ],
    );
    for (const { method, path } of operations) {
      const url = `https://app.example/vault${path.replace(/{\w+}/, 'complete')}`;
      const { status } = await bff.fetch(new Request(url, { method: method.toUpperCase() }));
      assert(status !== 404 && status !== 405, `${method} ${path}: ${status}`);
    }
  });

  it('has no reference without a target', () => {
    const references = /"#\/components\/(\w+)\/(\w+)"/g;
    for (const [, group = '', name = ''] of JSON.stringify(document).matchAll(references)) {
      assert(document.components[group]?.[name], name);
    }
  });

  it('lists each error under its status', () => {
    for (const { operation } of operations) {
      for (const [status, { description }] of Object.entries(operation.responses)) {
        for (const code of VAULT_ERROR_CODES.filter((one) =>
          description.split(', ').includes(one),
        )) {
          assert.equal(String(STATUS_OF_ERROR[code]), status, code);
        }
      }
    }
  });

  it('names the header with the id of the request in each error, and in no other response', () => {
    for (const { method, path, operation } of operations) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        const isError = status === 'default' || Number(status) >= 400;
        assert.equal('X-Request-Id' in headers, isError, `${method} ${path} ${status}`);
      }
    }
  });

  it('keeps the other headers of a response that names its request', () => {
    const { '429': limited } = document.paths['/exchange']?.post?.responses ?? {};
    assert.deepEqual(Object.keys(limited?.headers ?? {}).sort(), ['Retry-After', 'X-Request-Id']);
  });

  for (const [what, answer, code] of [
    ['errors of a validation', withErrors(422, 'No.'), 'validation_failed'],
    ['a code that ended', invalidGrant, 'reconnect_required'],
    ['too many requests', withJson(429, {}), 'rate_limited'],
    ['a wrong secret', invalidClient, 'configuration_error'],
    ['a 500', withJson(500, {}), 'service_error'],
    ['no answer', brokenConnection, 'service_unreachable'],
  ] as const) {
    it(`names what the hook answers where the service has ${what}: ${code}`, async () => {
      const { browser, service } = startBff();
      service.tokenEndpoint.answerNext(answer);
      const response = await browser.call('POST', '/exchange', {
        ...{ code: 'the-code', code_verifier: 'v'.repeat(43), state: 'the-state' },
        redirect_uri: 'https://app.example/vault/callback',
      });
      const { responses } = document.paths['/exchange']?.post ?? { responses: {} };
      assert(responses[response.status]?.description.split(', ').includes(code));
      assert.equal(await codeOf(response), code);
    });
  }

  it('requires the header of scripts, and of no other caller', () => {
    for (const { path, operation } of operations) {
      const header = operation.parameters?.find((one) => one.in === 'header');
      assert.equal(header?.name, /connect|callback|health/.test(path) ? undefined : 'X-Vaultlink');
    }
  });

  it('has the contract of the hook', () => {
    assert.equal(document.openapi, '3.1.0');
    const { ExchangeRequest: request, ExchangeReply: reply } = document.components.schemas ?? {};
    assert.deepEqual(request?.required, ['code', 'code_verifier', 'state', 'redirect_uri']);
    assert.equal(request.additionalProperties, false);
    assert.deepEqual(reply?.required, ['connected', 'expires_at']);
  });

  it('has the four outcomes', () => {
    const { parameters } = document.paths['/endlinks/{outcome}']?.post ?? {};
    const outcome = parameters?.find((one) => one.in === 'path');
    assert.deepEqual(outcome?.schema, { type: 'string', enum: [...OUTCOMES] });
  });
});
