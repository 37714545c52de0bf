import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeRecipe, TOOLS } from '../../src/recipes/index.ts';
import type { Tool } from '../../src/recipes/index.ts';
import { startSandbox } from '../sandbox/driver.ts';
import { playTool } from './play-tool.ts';

const SERVICE = 'http://localhost';
const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'] as const;

/** A base64url token needs no encoding; the other one does, which one tool does not do. */
const ALPHABETS = (tool: Tool) =>
  tool.id === 'formbricks' ? (['base64url'] as const) : (['base64url', 'base64'] as const);

const REDIRECTING = TOOLS.filter((tool) => tool.class === 'redirect');

describe('the recipe of a tool that redirects', () => {
  for (const tool of REDIRECTING) {
    it(`lets ${tool.name} report each of the four outcomes to the service`, async () => {
      for (const token_alphabet of ALPHABETS(tool)) {
        for (const outcome of OUTCOMES) {
          const { endlinkUrl, endAddresses } = composeRecipe(tool, { serviceUrl: SERVICE });
          const { open, fetch, state } = startSandbox({
            behaviour: { token_alphabet },
            packets: [{ name: tool.name, endlink_url: endlinkUrl }],
          });
          const { url } = await open();
          const target = playTool(tool.id, url, endAddresses?.[outcome] ?? '');

          assert.ok(target.startsWith(`${SERVICE}/api/v3/endlinks/${outcome}.html?`), target);
          const answer = await fetch(target.slice(SERVICE.length));
          assert.equal(answer.status, 200, await answer.text());
          const [sellersPacket] = (await state()).sellers_packets;
          assert.equal(sellersPacket?.outcome, outcome);
        }
      }
    });

    it(`lets ${tool.name} hand the token and its own word to a page of yours`, async () => {
      const { endlinkUrl, pageAddresses, tag } = composeRecipe(tool, { serviceUrl: SERVICE });
      const { open } = startSandbox({ packets: [{ name: tool.name, endlink_url: endlinkUrl }] });
      const { url, token } = await open();
      for (const [outcome, word] of [
        ['complete', 'complete'],
        ['screenout', 'terminate'],
        ['quota_full', 'overquota'],
        ['fail', 'quality'],
      ] as const) {
        const target = new URL(playTool(tool.id, url, pageAddresses?.[outcome] ?? ''));
        assert.equal(target.searchParams.get('service_endlink_token'), token);
        assert.equal(target.searchParams.get('status'), word);
        assert.ok(word === outcome || tag?.includes(`${word}:${outcome}`), tag);
      }
      assert.match(tag ?? '', /data-outcome-param="status"/);
    });
  }

  it('keeps the token under a name that you choose', async () => {
    for (const tool of REDIRECTING.filter(({ isTokenParamFixed }) => !isTokenParamFixed)) {
      const tokenParam = 'custom2';
      const { endlinkUrl, endAddresses } = composeRecipe(tool, {
        serviceUrl: SERVICE,
        tokenParam,
        surveyUrl: 'https://survey.example/s?wave=3#start',
      });
      assert.equal(endlinkUrl, 'https://survey.example/s?wave=3&custom2={{endlink_token}}#start');
      const { open, report } = startSandbox({ packets: [{ name: 'a', endlink_url: endlinkUrl }] });
      const { url } = await open();
      const target = new URL(playTool(tool.id, url, endAddresses?.screenout ?? ''));
      const reported = target.searchParams.get('service_endlink_token') ?? '';
      assert.equal((await report('screenout.html', reported)).status, 200, tool.name);
    }
  });
});
