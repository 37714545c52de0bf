import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';
import { answer, BUYER_PATHS, pageAt } from './pages.ts';

let demo: Demo;
before(async () => {
  demo = await startDemo({ port: 0 });
});
after(() => demo.close());

const ledTo = async (path: string, fields: Record<string, string>) =>
  (await answer(demo.buyer + path, fields)).headers.get('location');

describe('the surveys of the demo', () => {
  it('goes on from page to page to the thank-you page', async () => {
    assert.equal((await answer(`${demo.buyer}/survey`, { weekly: 'Yes' })).status, 303);
    assert.equal(await ledTo('/survey', { weekly: 'Yes' }), '/survey/habits');
    const habits = { drink: 'Tea', cups: 'One or two' };
    assert.equal(await ledTo('/survey/habits', habits), '/survey/last');
    assert.equal(await ledTo('/survey/last', { attention: 'Rarely' }), '/survey/thanks');
  });

  it('screens out who does not match, and fails who does not read', async () => {
    assert.equal(await ledTo('/survey', { weekly: 'No' }), '/survey/not-a-match');
    assert.equal(await ledTo('/survey/last', { attention: 'Often' }), '/survey/not-accepted');
  });

  it('asks again where an answer is missing', async () => {
    const paths = ['/survey', '/survey/habits', '/survey/last', '/travel', '/parcel'];
    for (const path of [...paths, '/reading/questions', '/garden', '/music']) {
      assert.equal(await ledTo(path, {}), path);
    }
  });

  it('reports each outcome from the page that stands for it', async () => {
    const expected: [path: string, markup: string][] = [
      ['/survey/thanks', '<endlink-finish outcome="complete"></endlink-finish>'],
      ['/survey/not-a-match', 'data-outcome="screenout"'],
      ['/survey/not-accepted', '<endlink-finish outcome="fail"></endlink-finish>'],
      ['/cooking', '<endlink-finish outcome="quota_full"></endlink-finish>'],
      ['/travel/finish', '<endlink-finish outcome="complete" manual></endlink-finish>'],
      ['/parcel/finish', '<endlink-finish outcome="complete" via="redirect"></endlink-finish>'],
      ['/breakfast', '<endlink-finish outcome="complete"></endlink-finish>'],
      ['/reading/thanks', '<endlink-finish outcome="complete"></endlink-finish>'],
      ['/garden/thanks', '<endlink-finish outcome="complete"></endlink-finish>'],
      ['/music/result', '<endlink-finish data-outcome-from="/music/verdict"></endlink-finish>'],
      ['/sleep/thanks', '<endlink-finish outcome="complete"></endlink-finish>'],
    ];
    for (const [path, markup] of expected) {
      assert.ok((await pageAt(demo.buyer + path)).text.includes(markup), path);
    }
    for (const path of BUYER_PATHS) {
      if (expected.some(([one]) => one === path)) continue;
      assert.doesNotMatch((await pageAt(demo.buyer + path)).text, /<endlink-finish|data-outcome/);
    }
  });

  it('lets the server decide how the survey about music ended', async () => {
    for (const [listens, outcome] of [
      ['In the evening', 'complete'],
      ['I never listen to music', 'screenout'],
    ] as const) {
      const result = (await ledTo('/music', { listens })) ?? '';
      const { search } = new URL(result, demo.buyer);
      const verdict = await fetch(`${demo.buyer}/music/verdict${search}`);
      assert.deepEqual(await verdict.json(), { outcome });
    }
  });

  it('names its own parameters where the packet does, and the partner where it leads to', async () => {
    const travel = (await pageAt(`${demo.buyer}/travel`)).text;
    assert.match(travel, /<script [^>]*data-token-param="custom1" data-seller-param="rid"/);
    const tasting = await pageAt(`${demo.buyer}/tasting`);
    assert.ok(tasting.text.includes(`data-carry="${new URL(demo.partner).host}"`));
    assert.ok(tasting.text.includes(`<a href="${demo.partner}/samples">`));
    assert.ok(tasting.text.includes(`action="${demo.partner}/samples"`));
    assert.ok(tasting.policy.includes(`form-action 'self' ${demo.partner};`));
  });
});
