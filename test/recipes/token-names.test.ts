import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAddress, findTool } from '../../src/recipes/index.ts';
import type { CheckOptions } from '../../src/recipes/index.ts';

const SERVICE = 'https://service.example';
const B = `${SERVICE}/api/v3/endlinks/`;
const T = 'service_endlink_token';
const QUALTRICS = '${e://Field/service_endlink_token}';

const options = (id?: string, more: CheckOptions = {}): CheckOptions => ({
  serviceUrl: SERVICE,
  tool: id === undefined ? undefined : findTool(id),
  ...more,
});

describe('the checker of addresses, about the name of the parameter with the token', () => {
  /** Returns the verdict of the check about a placeholder, and each sentence. */
  const aboutPlaceholder = (value: string, id?: string, more?: CheckOptions) => {
    const { findings } = checkAddress(`${B}complete.html?${T}=${value}`, options(id, more));
    const found = findings.find((finding) => finding.id === 'placeholder');
    return [found?.verdict, found?.cause, ...(found?.remedy ?? [])];
  };

  it('warns of a name that it cannot compare, and fails none that the endlink URL may have', () => {
    for (const [value, name, id] of [
      ['${e://Field/token}', 'token', 'qualtrics'],
      ['${e://Field/token}', 'token', undefined],
      ['{PASSTHRU:t}', 't', 'limesurvey'],
      ['${custom2}', 'custom2', 'questionpro'],
      ['[url("t")]', 't', 'alchemer'],
    ] as const)
      assert.deepEqual(aboutPlaceholder(value, id), [
        'warning',
        `${value} names "${name}".`,
        `Right only if the endlink URL has ${name}={{endlink_token}}; letter case counts.`,
      ]);
  });

  it('compares the name with the parameter that was given', () => {
    const given = { tokenParam: 'token' };
    assert.deepEqual(aboutPlaceholder('${e://Field/token}', 'qualtrics', given), [
      'ok',
      'Qualtrics replaces ${e://Field/token} by the token.',
    ]);
    assert.deepEqual(aboutPlaceholder('${e://Field/Token}', 'qualtrics', given), [
      'failed',
      '${e://Field/Token} names "Token", but the token comes in as "token".',
      'Write ${e://Field/token}.',
      'It is not "token": letter case counts.',
    ]);
  });

  it('says what a right name depends on', () => {
    assert.deepEqual(aboutPlaceholder(QUALTRICS, 'qualtrics'), [
      'ok',
      `Qualtrics replaces ${QUALTRICS} by the token, if the endlink URL has ${T}={{endlink_token}}.`,
    ]);
    assert.match(
      aboutPlaceholder('${e://Field/Service_Endlink_Token}', 'qualtrics').join(' '),
      /^warning .* It is not "service_endlink_token": letter case counts\.$/,
    );
  });

  it('names the parameter that it assumes, unless one was given or the tool takes no other', () => {
    const assumed = (address: string, id?: string, more?: CheckOptions) =>
      checkAddress(address, options(id, more)).assumption;
    const end = `${B}complete.html?${T}=`;
    assert.equal(
      assumed(end + QUALTRICS, 'qualtrics'),
      `Assumed: the endlink URL has ${T}={{endlink_token}}.`,
    );
    assert.equal(assumed(end + QUALTRICS, 'qualtrics', { tokenParam: 'token' }), undefined);
    assert.match(assumed(`${end}\${custom1}`) ?? '', /has custom1={{endlink_token}}\./);
    assert.equal(
      assumed('https://survey.example/?t={{endlink_token}}'),
      `Assumed: the survey reads the token as ${T}.`,
    );
    assert.equal(assumed(`${B}complete.html`, 'surveymonkey'), undefined);
  });

  it('says which placeholder an endlink URL needs at the end', () => {
    const about = (address: string, id?: string, more?: CheckOptions) => {
      const { findings } = checkAddress(address, options(id, more));
      const found = findings.find((finding) => finding.id === 'parameter');
      return [found?.verdict, found?.cause, ...(found?.remedy ?? [])].join(' ');
    };
    const url = 'https://survey.example/?token={{endlink_token}}';
    assert.equal(
      about(url, 'qualtrics'),
      `warning The token comes in as "token", not as "${T}". Right only if the addresses at the end have \${e://Field/token}; letter case counts.`,
    );
    assert.equal(
      about(url, 'qualtrics', { tokenParam: 'token' }),
      'ok The token comes in as token. The addresses at the end must have ${e://Field/token}.',
    );
    assert.match(about('https://survey.example/', 'qualtrics'), /must have \$\{e:.*token\}\.$/);
    assert.match(about(url), /data-token-param="token".*or name it in the placeholder/);
  });
});
