import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { VAULT_ERROR_CODES } from '../../src/protocol/index.ts';
import { LOG_EVENTS, LOG_LEVELS } from '../../src/bff/log-events.ts';

const page = readFileSync('docs/operation.md', 'utf8');
const [, section = ''] = page.split('## What is in the log');

/** The cells of each row in the table whose first columns have these titles. */
function rowsOf(...titles: string[]): string[][] {
  const head = titles.map((title) => `\\| ${title} +`).join('');
  const [, table = ''] = section.split(new RegExp(`\\n${head}\\|.*\\n.*\\n`));
  const [rows = ''] = table.split('\n\n');
  return rows.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The words of code in a cell. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word);

describe('The page about operation', () => {
  it('lists each event of the log with its level and when it is written', () => {
    const listed = rowsOf('Type').map(([type, level, when]) => [
      codesIn(type),
      codesIn(level),
      when,
    ]);
    const events = Object.entries(LOG_EVENTS).map(([type, { level, description }]) => {
      const levels = typeof level === 'string' ? [level] : Object.values(level);
      return [[type], LOG_LEVELS.filter((one) => levels.includes(one)), description];
    });
    assert.deepEqual(listed, events);
  });

  it('lists each code of a failure under its level', () => {
    const { level: levels } = LOG_EVENTS.failed;
    const listed = rowsOf('Level', 'Codes');
    assert.deepEqual(
      listed.map(([level, codes]) => [codesIn(level), new Set(codesIn(codes))]),
      LOG_LEVELS.filter((level) => Object.values(levels).includes(level)).map((level) => [
        [level],
        new Set(VAULT_ERROR_CODES.filter((code) => levels[code] === level)),
      ]),
    );
  });

  it('has each comment of the systemd unit in a line of its own: behind a value, systemd ignores the whole line', () => {
    const [, unit = ''] = /```ini\n([^`]+)```/.exec(page) ?? [];
    assert.match(unit, /^TimeoutStopSec=135$/m);
    assert.doesNotMatch(unit, /^[^#;].*[#;]/m);
  });

  it('says what each level contains', () => {
    const titles = section.matchAll(/^\| `(\w+)`(?: \(default\))? +\| [^`|]+\|$/gm);
    assert.deepEqual(
      [...titles].map(([, level]) => level),
      [...LOG_LEVELS],
    );
  });
});
