import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { checked } from '../../../support/service-contract.ts';
import { startSandbox } from '../../driver.ts';
import { startOAuth } from '../../oauth-driver.ts';

/** A part of the document with what the interface leaves open. */
interface Mark {
  section: string;
  sentence: string;
}

const readDocument = async () =>
  (await startSandbox().call('/sandbox/openapi.json')).body as Record<string, unknown>;

/** The sections of the interface, as words. */
const interfaceText = readFileSync('docs/concepts/interface.md', 'utf8');
const sections = interfaceText
  .split(/^#{2,3} /m)
  .slice(1)
  .map((text) => ({
    number: /^[\d.]*\d/.exec(text)?.[0] ?? '',
    text: text.replace(/^.*\n/, '').replaceAll(/[`\\]/g, '').replaceAll(/\s+/g, ' '),
  }));

/** All values of a name, anywhere in a document. */
function valuesOf(part: unknown, name: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = Object.entries(part).filter(([key]) => key === name);
  return [
    ...own.map(([, value]) => value as unknown),
    ...Object.values(part).flatMap((value) => valuesOf(value, name)),
  ];
}

describe('the OpenAPI document of the interface', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(await readDocument());
    assert.ok(valid, JSON.stringify(errors, undefined, 1));
    assert.equal(validator.version, '3.1');
    // References, too, have targets.
    validator.resolveRefs();
  });

  it('is not valid if a part is missing', async () => {
    const document = await readDocument();
    assert.equal((await new Validator().validate({ ...document, info: {} })).valid, false);
  });

  it('names every endpoint of §4', async () => {
    const { paths, webhooks, servers } = (await readDocument()) as Record<string, object>;
    const listed = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(listed, [
      'POST /oauth/token',
      'POST /api/v5/packets/{packet_id}/sellers_packets/push',
      'GET /api/v3/endlinks/complete',
      'GET /api/v3/endlinks/complete.html',
      'GET /api/v3/endlinks/fail',
      'GET /api/v3/endlinks/fail.html',
      'GET /api/v3/endlinks/quota_full',
      'GET /api/v3/endlinks/quota_full.html',
      'GET /api/v3/endlinks/screenout',
      'GET /api/v3/endlinks/screenout.html',
    ]);
    assert.deepEqual(Object.keys(webhooks ?? {}), ['redirect_uri', 'endlink_url']);
    assert.equal((servers as { url: string }[])[0]?.url, 'http://localhost');
  });

  it('marks everything that the interface does not show, in its words', async () => {
    const marks = valuesOf(await readDocument(), 'x-not-shown').flat() as Mark[];
    for (const { section, sentence } of marks) {
      const text = sections.find(({ number }) => number === section)?.text;
      assert.ok(text?.includes(sentence), `§${section} does not say "${sentence}"`);
    }
    const marked = new Set(marks.map(({ section, sentence }) => `${section} ${sentence}`));
    const open = sections.flatMap(({ number, text }) =>
      [...text.matchAll(/[^.|]*: not shown\./g)].map(
        ([sentence]) => `${number} ${sentence.trim()}`,
      ),
    );
    assert.deepEqual([...marked].sort(), [...new Set(open)].sort());
  });

  it('links sections of the interface that exist', async () => {
    const anchors = new Set(
      [...interfaceText.matchAll(/^#{2,3} (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    const descriptions = valuesOf(await readDocument(), 'description').filter(
      (it) => typeof it === 'string',
    );
    const links = descriptions.flatMap((it) => [
      ...it.matchAll(/\[§([\d.]+)\]\(docs\/concepts\/interface\.md#([\w-]+)\)/g),
    ]);
    assert.ok(links.length > 30, `${links.length} links`);
    for (const [, section = '', anchor = ''] of links) {
      assert.ok(anchors.has(anchor), anchor);
      assert.ok(anchor.startsWith(`${section.replace('.', '')}-`), `${section} ${anchor}`);
    }
  });
});

describe('a response that the document does not describe', () => {
  const { sandbox, connect, push, codeOf, codeBody } = startOAuth();

  /** Changes a response of the sandbox, and checks it. */
  async function answered(request: Request, change: (body: object, status: number) => Response) {
    const handle = async (one: Request) => {
      const response = await sandbox.fetch(one);
      if (one.url.includes('/sandbox/')) return response;
      return change((await response.json()) as object, response.status);
    };
    return checked({ fetch: handle, basePath: '' })(request);
  }

  const tokenRequest = async () =>
    new Request('http://localhost/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(codeBody(await codeOf())),
    });
  const endlinkCall = () => new Request('http://localhost/api/v3/endlinks/complete');

  it('does not include those of the sandbox', async () => {
    const { access_token } = await connect();
    assert.equal((await push(access_token, { name: 'Amara' })).status, 200);
    const unchanged = await answered(await tokenRequest(), (body, status) =>
      Response.json(body, { status }),
    );
    assert.equal(unchanged.status, 200);
  });

  const wrong: [title: string, change: (body: object) => Response, message: RegExp][] = [
    ['has a field less', ({ ...body }) => Response.json({ ...body, scope: undefined }), /scope/],
    ['has a wrong type', (body) => Response.json({ ...body, created_at: 7 }), /created_at/],
    ['has another value', (body) => Response.json({ ...body, expires_in: 3600 }), /expires_in/],
    ['has no JWT', (body) => Response.json({ ...body, access_token: 'opaque' }), /access_token/],
    [
      'is no JSON',
      () => new Response('{}', { headers: { 'content-type': 'text/plain' } }),
      /type "text\/plain"/,
    ],
    ['has another status', () => new Response(null, { status: 304 }), /304 is no status/],
  ];
  for (const [title, change, message] of wrong) {
    it(`is found if a token response ${title}`, async () => {
      await assert.rejects(answered(await tokenRequest(), change), message);
    });
  }

  it('is found if an error has neither of the two shapes', async () => {
    const change = () => Response.json({ message: 'No.' }, { status: 422 });
    await assert.rejects(answered(endlinkCall(), change), /422/);
  });
});
