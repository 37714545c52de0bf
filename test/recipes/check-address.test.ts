import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAddress, composeRecipe, findTool, TOOLS } from '../../src/recipes/index.ts';
import type { CheckOptions, AddressRule } from '../../src/recipes/index.ts';

const SERVICE = 'https://service.example';
const B = `${SERVICE}/api/v3/endlinks/`;
const T = 'service_endlink_token';
const QUALTRICS = '${e://Field/service_endlink_token}';
const SECRET = 'q8Zk3vXw9rT2mN5bLc7YdPfHs1Ag0Ue4';

const options = (id?: string, more: CheckOptions = {}): CheckOptions => ({
  serviceUrl: SERVICE,
  tool: id === undefined ? undefined : findTool(id),
  ...more,
});

/** An address, what is wrong with it, and a part of the advice. */
type Row = [
  address: string,
  rule: AddressRule,
  advice: RegExp,
  id?: string | undefined,
  more?: CheckOptions,
];

const ENDS: Row[] = [
  // Placeholders.
  [`${B}complete.html?${T}={{hidden:${T}}}`, 'placeholder', /\$\{e:\/\/Field\//, 'qualtrics'],
  [
    `${B}complete.html?${T}=${QUALTRICS}`,
    'placeholder',
    /\[url\("service_endlink_token"\)\]/,
    'alchemer',
  ],
  [`${B}complete.html?${T}={{endlink_token}}`, 'placeholder', /\{PASSTHRU:/, 'limesurvey'],
  [`${B}complete.html?${T}={{endlink_token}}`, 'placeholder', /placeholder of your survey tool/],
  [
    `${B}complete.html?${T}=\${e://Field/Service_Endlink_Token}`,
    'placeholder',
    /\{e:\/\/Field\/service_endlink_token\}/,
    'qualtrics',
    { tokenParam: T },
  ],
  [
    `${B}complete.html?${T}=\${custom2}`,
    'placeholder',
    /\$\{custom1\}/,
    'questionpro',
    { tokenParam: 'custom1' },
  ],
  [
    `${B}complete.html?${T}={PASSTHRU:token}`,
    'placeholder',
    /\{PASSTHRU:service/,
    'limesurvey',
    { tokenParam: T },
  ],
  // A field of a form that was left empty.
  [
    `${B}complete.html?${T}={{hidden:a}}`,
    'placeholder',
    /\{e:\/\/Field\/service_endlink_token\}/,
    'qualtrics',
    { tokenParam: '' },
  ],
  [`${B}complete.html?${T}=`, 'placeholder', /Pick it/, 'typeform'],
  [`${B}complete.html?${T}=%SURVEY_CODE%`, 'placeholder', /custom1/, 'questionpro'],
  [`${B}complete.html?${T}=[%RID%]`, 'placeholder', /Write/],
  [`${B}complete.html?${T}=YOUR_TOKEN`, 'placeholder', /Write/],
  // A token by hand.
  [`${B}complete.html?${T}=${SECRET}`, 'token', /PASSTHRU/, 'limesurvey'],
  // The parameter.
  [`${B}complete.html?token=${QUALTRICS}`, 'parameter', /only name/, 'qualtrics'],
  [`${B}complete.html?Service_Endlink_Token=${QUALTRICS}`, 'parameter', /only name/, 'qualtrics'],
  [`${B}complete.html?custom1=\${custom1}`, 'parameter', /only name/, 'questionpro'],
  [`${B}complete.html`, 'parameter', /Add service_endlink_token=/, 'qualtrics'],
  [`${B}complete.html?${T}=${QUALTRICS}&${T}=${QUALTRICS}`, 'parameter', /Remove/, 'qualtrics'],
  // The outcome.
  [`${B}completed.html?${T}=${QUALTRICS}`, 'outcome', /complete\.html/, 'qualtrics'],
  [`${B}Complete.html?${T}=${QUALTRICS}`, 'outcome', /complete\.html/, 'qualtrics'],
  [`${B}terminate.html?${T}=${QUALTRICS}`, 'outcome', /screenout\.html/, 'qualtrics'],
  [`${B}screen-out.html?${T}=${QUALTRICS}`, 'outcome', /screenout\.html/, 'qualtrics'],
  [`${B}quotafull.html?${T}=${QUALTRICS}`, 'outcome', /quota_full\.html/, 'qualtrics'],
  [`${B}overquota.html?${T}=${QUALTRICS}`, 'outcome', /quota_full\.html/, 'qualtrics'],
  [`${B}quality.html?${T}=${QUALTRICS}`, 'outcome', /fail\.html/, 'qualtrics'],
  [`${B}?${T}=${QUALTRICS}`, 'outcome', /one of complete/, 'qualtrics'],
  // .html, path and host.
  [`${B}complete?${T}=${QUALTRICS}`, 'html', /"complete\.html"/, 'qualtrics'],
  [
    `${SERVICE}/api/v5/endlinks/complete.html?${T}=${QUALTRICS}`,
    'path',
    /\/api\/v3\/endlinks\//,
    'qualtrics',
  ],
  [`${SERVICE}/complete.html?${T}=${QUALTRICS}`, 'path', /\/api\/v3\/endlinks\//, 'qualtrics'],
  [
    `https://other.example/api/v3/endlinks/complete.html?${T}=${QUALTRICS}`,
    'host',
    /service\.example/,
    'qualtrics',
  ],
  // The text.
  [
    `http://service.example/api/v3/endlinks/complete.html?${T}=${QUALTRICS}`,
    'https',
    /https:/,
    'qualtrics',
  ],
  [
    `service.example/api/v3/endlinks/complete.html?${T}=${QUALTRICS}`,
    'scheme',
    /https:/,
    'qualtrics',
  ],
  [`${B}complete.html?${T}=%24%7Be://Field/${T}%7D`, 'encoding', /plain/, 'qualtrics'],
  [`${B}complete.html?${T}=%7BPASSTHRU:${T}%7D`, 'encoding', /plain/, 'limesurvey'],
  [`${B}complete.html?a=1&amp;${T}=${QUALTRICS}`, 'encoding', /&/, 'qualtrics'],
  [`${B}complete.html?a=1?${T}=${QUALTRICS}`, 'encoding', /&/, 'qualtrics'],
  [`${B}complete.html ?${T}=${QUALTRICS}`, 'whitespace', /one line/, 'qualtrics'],
  [`${B}complete.html?\n${T}=${QUALTRICS}`, 'whitespace', /one line/, 'qualtrics'],
  [`${B}complete.html#${T}=${QUALTRICS}`, 'fragment', /"\?"/, 'qualtrics'],
  [`https://bit.ly/endlinks/complete.html?${T}=${QUALTRICS}`, 'shortener', /leads to/, 'qualtrics'],
  ['   ', 'empty', /Paste/],
];

const ENDLINKS: Row[] = [
  ['https://survey.example/?t={endlink_token}', 'placeholder', /\{\{endlink_token\}\}/],
  ['https://survey.example/?t={{token}}', 'placeholder', /\{\{endlink_token\}\}/],
  ['https://survey.example/?t={{Endlink_Token}}', 'placeholder', /\{\{endlink_token\}\}/],
  ['https://survey.example/?t=endlink_token', 'placeholder', /\{\{endlink_token\}\}/],
  ['https://survey.example/?t=id-{{endlink_token}}', 'placeholder', /t=\{\{|token=\{\{/],
  ['https://survey.example/{{endlink_token}}', 'placeholder', /\?service_endlink_token=/],
  ['https://survey.example/#t={{endlink_token}}', 'fragment', /before the "#"/],
  [`https://survey.example/?${T}=${SECRET}`, 'token', /\{\{endlink_token\}\}/],
  ['https://survey.example/?t=%7B%7Bendlink_token%7D%7D', 'encoding', /plain/],
  ['http://survey.example/?t={{endlink_token}}', 'https', /https:/],
  ['https://tinyurl.com/abc?t={{endlink_token}}', 'shortener', /leads to/],
  ['https://www.questionpro.com/t/A', 'parameter', /custom1=\{\{endlink_token\}\}/, 'questionpro'],
  [
    'https://www.surveymonkey.com/r/A?c={{endlink_token}}',
    'parameter',
    /service_endlink_token/,
    'surveymonkey',
  ],
  [
    'https://survey.example/?t=1&t={{endlink_token}}',
    'parameter',
    /without the variable/,
    undefined,
    { tokenParam: 't' },
  ],
  ['survey.example/?t={{endlink_token}}', 'scheme', /https:/],
  ['https://survey/?t={{endlink_token}}', 'host', /whole address/],
];

describe('the checker of addresses', () => {
  for (const [address, rule, advice, id, more] of ENDS) {
    it(`finds ${rule} in ${JSON.stringify(address)} ${id ? `of ${id}` : ''}`, () => {
      const { findings } = checkAddress(address, options(id, more));
      const found = findings.find((finding) => finding.id === rule && finding.verdict === 'failed');
      assert.match(found?.remedy[0] ?? 'nothing', advice, JSON.stringify(findings, null, 1));
    });
  }

  for (const [address, rule, advice, id, more] of ENDLINKS) {
    it(`finds ${rule} in the endlink ${address} ${id ? `of ${id}` : ''}`, () => {
      const { findings, kind } = checkAddress(address, options(id, more));
      assert.equal(kind, 'endlink');
      const found = findings.find((finding) => finding.id === rule && finding.verdict === 'failed');
      assert.match(found?.remedy[0] ?? 'nothing', advice, JSON.stringify(findings, null, 1));
    });
  }

  it('finds no error in the addresses that the recipes compose', () => {
    for (const tool of TOOLS) {
      const {
        endlinkUrl,
        endAddresses = {},
        pageAddresses = {},
      } = composeRecipe(tool, {
        serviceUrl: SERVICE,
      });
      const rows: [string, string[]][] = [
        ['endlink', [endlinkUrl]],
        ['end', Object.values(endAddresses)],
        ['page', Object.values(pageAddresses)],
      ];
      for (const [kind, addresses] of rows) {
        for (const address of addresses) {
          const check = checkAddress(address, { tool, serviceUrl: SERVICE });
          const errors = check.findings.filter(({ verdict }) => verdict === 'failed');
          assert.deepEqual(errors, [], `${tool.name}: ${address}`);
          assert.equal(check.kind, kind, `${tool.name}: ${address}`);
        }
      }
    }
  });

  it('finds no error in the addresses of the sandbox on this machine', () => {
    const serviceUrl = 'http://127.0.0.1:4800';
    const tool = findTool('limesurvey') ?? assert.fail();
    for (const address of Object.values(composeRecipe(tool, { serviceUrl }).endAddresses ?? {})) {
      const { findings } = checkAddress(address, { tool, serviceUrl });
      assert.ok(
        findings.every(({ verdict }) => verdict === 'ok'),
        JSON.stringify(findings),
      );
    }
  });

  it('takes the service’s own path into account', () => {
    const serviceUrl = `${SERVICE}/market`;
    const right = `${serviceUrl}/api/v3/endlinks/complete.html?${T}=${QUALTRICS}`;
    const errors = (address: string) =>
      checkAddress(address, { serviceUrl, tool: findTool('qualtrics') })
        .findings.filter(({ verdict }) => verdict === 'failed')
        .map(({ id }) => id);
    assert.deepEqual(errors(right), []);
    assert.deepEqual(errors(`${B}complete.html?${T}=${QUALTRICS}`), ['path']);
  });

  it('finds several mistakes at once', () => {
    const { findings } = checkAddress(
      ` http://service.example/api/v3/endlinks/terminate?token=${SECRET} `,
      options('qualtrics'),
    );
    const rules = findings.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    assert.deepEqual(rules, ['https', 'outcome', 'html', 'parameter', 'token']);
    assert.deepEqual(
      findings.map(({ verdict }) => verdict),
      [...Array<string>(5).fill('failed'), 'warning', 'ok', 'ok'],
    );
  });

  it('never repeats a token that was filled in', () => {
    for (const address of [
      `${B}complete.html?${T}=${SECRET}`,
      `${B}complete.html?token=${SECRET}`,
      `https://survey.example/?${T}=${SECRET}`,
      `https://pages.example/end.html?status=complete&${T}=${SECRET}`,
    ])
      assert.doesNotMatch(JSON.stringify(checkAddress(address, options())), new RegExp(SECRET));
  });

  it('warns of spaces inside the braces, which the service does not document', () => {
    const { findings } = checkAddress('https://survey.example/?t={{ endlink_token }}', {
      tokenParam: 't',
    });
    const found = findings.map(({ id, verdict }) => `${id} ${verdict}`);
    assert.deepEqual(found, ['placeholder warning', 'https ok', 'parameter ok']);
  });

  it('warns of an outcome that the page’s map does not know', () => {
    const { kind, findings } = checkAddress(
      `https://pages.example/end.html?status=disqualified&${T}=${QUALTRICS}`,
      options('qualtrics'),
    );
    assert.equal(kind, 'page');
    const found = findings.find(({ id }) => id === 'outcome');
    assert.equal(found?.verdict, 'warning');
    assert.match(found.remedy.join(), /terminate/);
  });

  it('returns findings for any text without throwing', () => {
    for (const text of [
      '?',
      '#',
      '://',
      'https://',
      '{{',
      '}}',
      '%',
      '%7',
      '=',
      '&',
      '\uE000',
      '@',
      '💥',
      '?=&=#',
    ])
      assert.ok(checkAddress(text, options()).findings.length > 0, text);
  });
});
