import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkAddress,
  composeRecipe,
  findTool,
  mistakesOf,
  settingsOf,
} from '../../src/recipes/index.ts';
import { endlinkUrlMistakes } from '../../src/recipes/check/endlink-rules.ts';
import { RIGHT_ENDLINK_URLS, WRONG_ENDLINK_URLS } from '../support/endlink-urls.ts';

const OWN_PAGE = findTool('own-page') ?? assert.fail();
const GOOGLE_FORMS = findTool('google-forms') ?? assert.fail();
const TOKEN_PARAMETER = 'service_endlink_token';

/** Returns the parameter that brings the token in a right URL. */
const tokenParamOf = (url: string) =>
  /[?&](\w+)=\{\{endlink_token\}\}/.exec(url)?.[1] ?? TOKEN_PARAMETER;

describe('an endlink URL', () => {
  for (const { url, because, isRepaired } of WRONG_ENDLINK_URLS) {
    it(`is wrong for the checker because ${because}: ${url}`, () => {
      const { findings } = checkAddress(url);
      const wrong = findings.find(({ verdict }) => verdict === 'failed');
      assert.ok(wrong?.remedy.length, JSON.stringify(findings));
    });

    it(`is ${isRepaired ? 'put right' : 'refused'} by the generator because ${because}: ${url}`, () => {
      const options = { surveyUrl: url, serviceUrl: 'https://service.example' };
      const mistakes = mistakesOf(OWN_PAGE, settingsOf(OWN_PAGE, options));
      if (isRepaired) {
        assert.deepEqual(mistakes, []);
        const { endlinkUrl } = composeRecipe(OWN_PAGE, options);
        assert.deepEqual(endlinkUrlMistakes(endlinkUrl, TOKEN_PARAMETER), []);
      } else {
        assert.deepEqual(
          mistakes.map(({ option }) => option),
          ['surveyUrl'],
        );
        assert.throws(() => composeRecipe(OWN_PAGE, options), { code: 'configuration_error' });
      }
    });
  }

  for (const url of RIGHT_ENDLINK_URLS) {
    it(`is right for the checker and the generator: ${url}`, () => {
      const tokenParam = tokenParamOf(url);
      const { kind, findings } = checkAddress(url, { tokenParam });
      assert.equal(kind, 'endlink');
      assert.deepEqual(
        findings.filter(({ verdict }) => verdict === 'failed'),
        [],
      );
      assert.deepEqual(endlinkUrlMistakes(url, tokenParam), []);
      const settings = settingsOf(OWN_PAGE, { surveyUrl: url, tokenParam });
      assert.deepEqual(mistakesOf(OWN_PAGE, settings), []);
    });
  }

  it('names the parameter to choose where the generator would add a second one', () => {
    for (const value of ['{endlink_token}', '{{endlink_token}}']) {
      const surveyUrl = `https://survey.example/?t=${value}`;
      const [mistake] = mistakesOf(OWN_PAGE, settingsOf(OWN_PAGE, { surveyUrl }));
      assert.match(mistake?.sentence ?? '', /choose "t" as the parameter with the token/);
      const { endlinkUrl } = composeRecipe(OWN_PAGE, { surveyUrl, tokenParam: 't' });
      assert.equal(endlinkUrl, 'https://survey.example/?t={{endlink_token}}');
    }
  });

  it('is made of your own page where a form takes no script', () => {
    const wrong = 'https://pages.example/before.html?t={endlink_token}';
    const optionsWith = (name: 'pageUrl' | 'surveyUrl') =>
      mistakesOf(GOOGLE_FORMS, settingsOf(GOOGLE_FORMS, { [name]: wrong })).map(
        ({ option }) => option,
      );
    assert.deepEqual(optionsWith('pageUrl'), ['pageUrl']);
    assert.deepEqual(optionsWith('surveyUrl'), []);
  });

  it('with a token in it is never repeated', () => {
    for (const { url } of WRONG_ENDLINK_URLS)
      assert.doesNotMatch(
        JSON.stringify([checkAddress(url), endlinkUrlMistakes(url, TOKEN_PARAMETER)]),
        /q8Zk3vXw/,
      );
  });
});

describe('the address of the service', () => {
  it('is offered where another address of it was given', () => {
    const serviceUrl = 'https://service.example/oauth/token';
    const [mistake] = mistakesOf(OWN_PAGE, settingsOf(OWN_PAGE, { serviceUrl }));
    assert.equal(mistake?.option, 'serviceUrl');
    assert.match(
      mistake.sentence,
      /^The service address must end before "\/oauth\/token".* Write https:\/\/service\.example\.$/,
    );
  });

  it('is read by the checker as it is meant, beside its own mistake', () => {
    const right = 'https://service.example/api/v3/endlinks/complete.html?service_endlink_token=';
    const { findings } = checkAddress(`${right}{PASSTHRU:service_endlink_token}`, {
      serviceUrl: 'https://service.example/api/v3/endlinks/complete.html',
      tool: findTool('limesurvey'),
    });
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict !== 'ok').map(({ id, remedy }) => [id, ...remedy]),
      [['service', 'Write https://service.example.']],
    );
  });
});
