import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConformanceAdapter } from '../../../src/node/conformance/adapter.ts';
import type { ConformanceReport } from '../../../src/node/conformance/conformance.ts';
import { formatJunit } from '../../../src/node/conformance/junit.ts';
import { formatReport } from '../../../src/node/conformance/show.ts';
import { testSandbox } from './sandbox-under-test.ts';

const limit = { timeout: 120_000 };

const idsOf = ({ results }: ConformanceReport, verdict: string) =>
  results.filter((result) => result.verdict === verdict).map(({ id }) => id);

describe('the conformance suite', () => {
  it('does not judge what the interface leaves open', limit, async () => {
    const report = await testSandbox(
      {},
      {
        behaviour: {
          success_status: 204,
          success_body: 'empty',
          html_answer: 'redirect',
          missing_token_status: 400,
          unknown_token_status: 404,
          unknown_token_shape: 'errors',
          used_token_status: 409,
          used_token_shape: 'error',
          expired_token_status: 410,
          expired_token_shape: 'error',
          token_error_code: 'spent',
          token_alphabet: 'base64',
          append_unrenamed: false,
          authorization_iss: true,
          created_at_form: 'milliseconds_text',
          expires_at_form: 'seconds',
          token_success_status: 201,
          invalid_grant_status: 401,
          invalid_grant_code: 'bad_grant',
          invalid_client_status: 403,
          token_www_authenticate: true,
          refresh_revokes_access_token: true,
          access_token_error_code: 'bad_token',
          push_success_status: 202,
          validation_status: 400,
          id_mismatch_status: 409,
          foreign_packet_status: 404,
          foreign_packet_shape: 'error',
          unknown_packet_status: 403,
        },
      },
    );
    assert.deepEqual(idsOf(report, 'failed'), []);
    assert.deepEqual(idsOf(report, 'not tested'), []);
    const seen = report.observations.map(
      ({ section, what, value }) => `§${section} ${what}: ${value}`,
    );
    assert.ok(seen.includes('§7 used endlink token: 409, error "spent" with error_description'));
    assert.ok(seen.includes('§2.2 form of created_at: milliseconds since 1970, as a string'));
    assert.ok(seen.includes('§7 status of an id mismatch: 409'));
    assert.ok(seen.includes('§4 answer of a successful .html call: 303, no body'));
  });

  it('without an adapter tests what any caller can, and passes nothing else', limit, async () => {
    const report = await testSandbox({ adapter: () => ({}) });
    assert.deepEqual(idsOf(report, 'passed'), [
      'token-address',
      'push-invalid-token',
      'push-invalid-token-error',
      'endlink-token-required',
      'endlink-unknown-token',
    ]);
    assert.deepEqual(idsOf(report, 'failed'), []);
    assert.equal(report.adapterError, undefined);
    for (const { verdict, saw } of report.results) {
      if (verdict === 'not tested') assert.match(saw, /^needs .*\b[a-z]+[A-Z]\w+ of the adapter$/);
    }
  });

  it('names the function of the adapter that a rule needs', limit, async () => {
    const report = await testSandbox({
      adapter: (whole) => {
        const rest: ConformanceAdapter = { ...whole };
        delete rest.advanceSeconds;
        delete rest.readAnswers;
        return rest;
      },
    });
    const untested = Object.fromEntries(
      report.results
        .filter(({ verdict }) => verdict === 'not tested')
        .map(({ id, saw }) => [id, saw]),
    );
    const [clock, answers] = [
      'needs advanceSeconds of the adapter',
      'needs readAnswers of the adapter',
    ];
    assert.deepEqual(untested, {
      'access-token-lifetime': clock,
      'access-token-expired': clock,
      'refresh-after-expiry': clock,
      'push-saves-answers': answers,
      'push-null-saved': answers,
      'push-vault-of-user': answers,
      'endlink-token-lifetime': clock,
      'endlink-token-expired': clock,
      'endlink-silence-failure': clock,
      'endlink-silence-unpaid': clock,
    });
  });

  it('blames an adapter that fails, not the service', limit, async () => {
    const report = await testSandbox({
      adapter: (whole) => ({
        ...whole,
        createPacket: () => Promise.reject(new Error('the form has changed')),
      }),
    });
    assert.deepEqual(idsOf(report, 'failed'), []);
    const push = report.results.find(({ id }) => id === 'push');
    assert.equal(push?.saw, 'createPacket of the adapter failed: the form has changed');
    assert.equal(report.adapterError, push.saw);
  });

  it('ends the adapter once, and says if it cannot be ended', limit, async () => {
    let calls = 0;
    const report = await testSandbox({
      adapter: (whole) => ({
        ...whole,
        close() {
          calls += 1;
          return Promise.reject(new Error('the browser is still open'));
        },
      }),
    });
    assert.equal(calls, 1);
    assert.equal(report.adapterError, 'close of the adapter failed: the browser is still open');
    assert.deepEqual(idsOf(report, 'not tested'), []);
  });

  for (const status of [429, 500, 503]) {
    it(`does not count a response of ${status} as a refusal`, limit, async () => {
      const report = await testSandbox({
        respond: async (_, next) => {
          const response = await next();
          return response.ok ? response : new Response('Not now', { status });
        },
      });
      const { saw, verdict } = report.results.find(({ id }) => id === 'push-id-mismatch') ?? {};
      assert.equal(verdict, 'not tested');
      assert.equal(saw, `needs a decision of the service, which answered ${status}`);
    });
  }

  it('tests a service below a path', limit, async () => {
    const [below, plain] = await Promise.all([
      testSandbox({}, { basePath: '/market/one' }),
      testSandbox(),
    ]);
    assert.equal(below.baseUrl, `${plain.baseUrl}/market/one`);
    assert.deepEqual(idsOf(below, 'passed'), idsOf(plain, 'passed'));
    assert.deepEqual(idsOf(below, 'failed'), []);
    assert.deepEqual(idsOf(below, 'not tested'), []);
  });

  it('shows no secret and no token, even if the service repeats them', limit, async () => {
    const sent = new Set<string>();
    const report = await testSandbox({
      respond: async (request, next) => {
        const response = await next();
        const body = request.method === 'POST' ? ((await request.clone().json()) as object) : {};
        const url = new URL(request.url);
        const values: unknown[] = [
          ...Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
            /code|secret|token/.test(name) ? [value] : [],
          ),
          request.headers.get('authorization')?.slice('Bearer '.length),
          url.searchParams.get('service_endlink_token'),
        ];
        const secrets = values.filter(
          (value): value is string =>
            typeof value === 'string' && !value.startsWith('conformance-'),
        );
        for (const secret of secrets) sent.add(secret);
        const echo = secrets.join(' ') || 'nothing';
        const { status } = response;
        if (response.ok) return response;
        return Response.json({ error: echo, error_description: echo }, { status });
      },
    });
    assert.ok(sent.size > 100, `${sent.size} secrets`);
    const printed = [JSON.stringify(report), formatReport(report), formatJunit(report)].join();
    assert.ok(printed.includes('[hidden]'));
    assert.deepEqual(
      [...sent].filter((secret) => printed.includes(secret)),
      [],
    );
  });
});
