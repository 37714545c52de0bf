import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandsOf, findingsOf } from '../../build/release.ts';
import type { Candidate } from '../../build/release.ts';

const READY: Candidate = {
  version: '1.2.0',
  lockfileVersion: '1.2.0',
  tagVersion: '1.2.0',
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- One\n\n## 1.1.0\n\n- Another\n',
  changes: '',
  repository: { type: 'git', url: 'https://git.example/vaultlink' },
};

describe('A release', () => {
  it('finds nothing to mend where all versions agree and everything is committed', () => {
    for (const publishes of [true, false]) assert.deepEqual(findingsOf(READY, publishes), []);
    const changelog = READY.changelog.replace('## 1.2.0', '## [1.2.0] - 2027-01-01');
    assert.deepEqual(findingsOf({ ...READY, changelog }, true), []);
  });

  for (const [what, change, sentence] of [
    ['a change that is not committed', { changes: ' M README.md\n' }, /not committed:\n M README/],
    ['another version in the lockfile', { lockfileVersion: '1.1.0' }, /package-lock.json has/],
    ['another version in the script tag', { tagVersion: '1.1.0' }, /version\.ts has/],
    [
      'a changelog without the version',
      { version: '1.3.0', lockfileVersion: '1.3.0', tagVersion: '1.3.0' },
      /CHANGELOG\.md is not 1\.3\.0/,
    ],
    [
      'a version that only begins like it',
      { version: '1.2', lockfileVersion: '1.2', tagVersion: '1.2' },
      /CHANGELOG\.md is not 1\.2\./,
    ],
    [
      'lines that belong to no version',
      { changelog: READY.changelog.replace('## 1.2.0', '- New\n\n## 1.2.0') },
      /"Unreleased"/,
    ],
  ] as const) {
    it(`finds ${what}`, () => {
      const findings = findingsOf({ ...READY, ...change }, false);
      assert.equal(findings.length, 1, findings.join('\n'));
      assert.match(findings[0] ?? '', sentence);
    });
  }

  it('finds, before it publishes, that there is no repository to prove the origin by', () => {
    const candidate = { ...READY, repository: undefined };
    assert.deepEqual(findingsOf(candidate, false), []);
    assert.match(findingsOf(candidate, true).join(), /"repository"/);
  });

  it('finds, before it publishes, that the version is called unreleased', () => {
    const changelog = READY.changelog.replace('## 1.2.0', '## 1.2.0, unreleased');
    assert.deepEqual(findingsOf({ ...READY, changelog }, false), []);
    assert.deepEqual(findingsOf({ ...READY, changelog }, true), [
      'CHANGELOG.md calls 1.2.0 unreleased.',
    ]);
  });

  it('is checked, audited, built and tested first, and published with provenance only where that was asked for', () => {
    const commands = (publishes: boolean) => commandsOf(publishes).map((one) => one.join(' '));
    const shown = commands(false);
    assert.deepEqual(shown.slice(0, -1), [
      'npm ci',
      'npm run check',
      'npm run check:outer',
      'npm run audit',
      'npm run build',
      'npm test',
    ]);
    assert.equal(shown.at(-1), 'npm publish --provenance --access public --dry-run');
    assert.equal(commands(true).at(-1), 'npm publish --provenance --access public');
  });
});
