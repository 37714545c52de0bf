import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { consoleLines, sentencesOfCauses, tableOf, textsIn } from './console-lines.ts';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const [browser = '', terminal = ''] = page.split('## In the terminal\n');
const causes = readFileSync('docs/reference/causes.md', 'utf8');

/** The lines that a part of the page shows. */
const shown = (markdown: string) =>
  [...markdown.matchAll(/```text\n([^]*?)\n```/g)].flatMap(([, lines = '']) => lines.split('\n'));

describe('The page about troubleshooting', () => {
  it('has every line that the browser can show, and no other', () => {
    const lines = consoleLines('src/browser');
    assert.ok(lines.length >= 20);
    const mark = '[vaultlink] ';
    for (const line of shown(browser)) assert.ok(line.startsWith(mark), line);
    assert.deepEqual(
      shown(browser)
        .map((line) => line.slice(mark.length))
        .sort(),
      lines.sort(),
    );
  });

  it('leads to the page of the causes, which has each sentence of the console', () => {
    assert.ok(browser.includes('(reference/causes.md)'));
    assert.deepEqual(
      shown(causes).map((line) => line.slice('[vaultlink] '.length)),
      sentencesOfCauses(),
    );
  });

  it('has what the console adds for each survey tool whose placeholder it knows', () => {
    const remedies = tableOf('src/browser/endlink/diagnostics.ts', 'TOOLS');
    assert.ok(remedies.length >= 11);
    for (const remedy of remedies) assert.ok(browser.includes(`| ${remedy} `), remedy);
  });

  it('has lines of the commands and the backend as they print them', () => {
    const lines = shown(terminal);
    assert.ok(lines.length >= 10);
    const texts = ['src/node', 'src/bff', 'src/options']
      .flatMap(textsIn)
      .map((text) => text.split('\n', 1)[0] ?? '');
    const printed = texts.flatMap((text) => [
      text.replace('{name}', '…').replace(/\.…$/, '.'),
      // A rule of a value completes the name of the option or the variable.
      `… ${text}.`,
    ]);
    for (const line of lines) assert.ok(printed.includes(line), line);
  });

  it('gives a remedy below each line', () => {
    for (const section of page.split(/^### /m).slice(1)) {
      const [title = ''] = section.split('\n');
      assert.match(section, /^- Remedy: /m, title);
    }
  });
});
