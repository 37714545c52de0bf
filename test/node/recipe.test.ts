import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { composeRecipe, findTool, TOOLS } from '../../src/recipes/index.ts';
import { callVaultlink } from './in-process.ts';
import { killAll, vaultlink } from './program.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };
after(killAll);

async function print(parameters: string[], code = 0, command = callVaultlink): Promise<string> {
  const { closed, printed } = command(['recipe', ...parameters]);
  const [exitCode] = await closed;
  assert.equal(exitCode, code, printed.err);
  return code === 2 ? printed.err : printed.out;
}

const SERVICE = ['--base-url', 'https://service.example'];

describe('vaultlink recipe', () => {
  it('lists the tools by class', limit, async () => {
    const text = await print([], 0, vaultlink);
    for (const { id, name } of TOOLS) assert.match(text, new RegExp(`^  ${id} +${name}$`, 'm'));
    assert.match(text, /^Redirect at the end$/m);
    assert.doesNotMatch(text, /\u001b/);
  });

  it('prints each text of a recipe at the start of a line, whole', limit, async () => {
    for (const name of ['qualtrics', 'Google Forms', 'wordpress']) {
      const text = await print([name, ...SERVICE, '--survey-url', 'https://survey.example/a?b=1']);
      const tool = findTool(name);
      assert.ok(tool);
      const recipe = composeRecipe(tool, {
        serviceUrl: 'https://service.example',
        surveyUrl: 'https://survey.example/a?b=1',
      });
      for (const piece of recipe.sections.flatMap(({ pieces }) => pieces))
        assert.ok(text.includes(`\n${piece.text}\n`), `${piece.title}\n${text}`);
    }
  });

  it(
    'names the options for the addresses that are examples, before the texts that have them',
    limit,
    async () => {
      const hint = /Some addresses are examples\. Replace them by yours:\n([^]*?)\n\n1\. /;
      const given = ['--survey-url', 'https://mine.example/'];
      const [, rest = ''] = hint.exec(await print(['google-tag-manager', ...given])) ?? [];
      assert.deepEqual(
        rest
          .trimEnd()
          .split('\n')
          .map((line) => line.trim().split(/ +/)),
        [
          ['--base-url', 'https://service.example'],
          ['--script-url', 'https://files.example/vaultlink/vaultlink.js'],
        ],
      );
      const all = [...given, '--base-url', 'https://market.example'];
      assert.doesNotMatch(await print(['own-page', ...all]), hint);
    },
  );

  it(
    'says that the address of the service is an example before any text that has it',
    limit,
    async () => {
      for (const { id } of TOOLS) {
        const text = await print([id]);
        const [before = ''] = text.split('https://service.example', 1);
        assert.match(
          before,
          /Some addresses are examples\. Replace them by yours:\n *--base-url *$/,
          id,
        );
      }
    },
  );

  it('prints JSON for programs', limit, async () => {
    const recipe = JSON.parse(await print(['tally', '--json', ...SERVICE])) as {
      endAddresses: Record<string, string>;
    };
    assert.equal(
      recipe.endAddresses.quota_full,
      'https://service.example/api/v3/endlinks/quota_full.html?service_endlink_token=@service_endlink_token',
    );
    assert.equal((JSON.parse(await print(['--json'])) as unknown[]).length, TOOLS.length);
  });

  it('names what it does not know, and ends with code 2', limit, async () => {
    assert.match(
      await print(['qualtrix'], 2),
      /^Unknown tool "qualtrix"\. Did you mean qualtrics\?/,
    );
    assert.match(await print(['excel'], 2), /^Unknown tool "excel"[^]*own-page, surveyjs/);
    assert.match(await print(['own-page', '--base-url', 'x'], 2), /^The service address must be/);
    assert.match(await print(['own-page', 'tally'], 2), /^Unexpected argument 'tally'/);
    assert.match(
      await print(['surveymonkey', '--token-param', 'a'], 2),
      /^SurveyMonkey works with/,
    );
  });

  it('checks an address, and ends with code 1 if outcomes will be lost', limit, async () => {
    const address = 'https://service.example/api/v3/endlinks/terminate.html?service_endlink_token=';
    const wrong = await print(['limesurvey', ...SERVICE, '--check', address], 1);
    assert.match(
      wrong,
      /^ {2}failed +Outcome +There is no outcome "terminate"\.\n +- Write screenout\.html\.$/m,
    );
    assert.match(wrong, /, 2 failed, 0 not checked\.\nOutcomes will be lost\.$/m);

    const right = address.replace('terminate', 'screenout') + '{PASSTHRU:service_endlink_token}';
    assert.match(
      await print(['limesurvey', ...SERVICE, '--check', right]),
      /, 0 failed, 0 not checked\.\nTry it with the sandbox/m,
    );
    assert.match(
      await print(['limesurvey', ...SERVICE, '--check', right]),
      /\nAssumed: the endlink URL has service_endlink_token={{endlink_token}}\. For another parameter, add --token-param NAME\.$/m,
    );
    const given = ['--token-param', 'service_endlink_token'];
    assert.doesNotMatch(await print(['limesurvey', ...given, '--check', right]), /Assumed/);
    const json = JSON.parse(await print([...SERVICE, '--check', right, '--json'])) as {
      ok: boolean;
      kind: string;
      findings: { verdict: string }[];
    };
    assert.deepEqual([json.ok, json.kind], [true, 'end']);
    assert.deepEqual([...new Set(json.findings.map(({ verdict }) => verdict))], ['ok']);
  });
});
