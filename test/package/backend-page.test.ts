import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const page = readFileSync('docs/backend.md', 'utf8');

/** The names of the fields of an exported interface that must be given, or of all, as its source has them. */
function fieldsOf(path: string, name: string, { required = false } = {}): string[] {
  const [, body = ''] = readFileSync(path, 'utf8').split(`export interface ${name} {`);
  const [fields = ''] = body.split('\n}');
  const pattern = required ? /^ {2}(\w+):/gm : /^ {2}(\w+)\??:/gm;
  return [...fields.matchAll(pattern)].map(([, field]) => field ?? '');
}

describe('The page about the backend', () => {
  it('names every option that is required', () => {
    const path = 'src/bff/config/bff-options.ts';
    const [, sentence = ''] = /These options are required: ([^\n]*?)\. /.exec(page) ?? [];
    const required = [
      ...fieldsOf(path, 'ServiceOptions', { required: true }).map((name) => `service.${name}`),
      ...fieldsOf(path, 'ClientOptions', { required: true }).map((name) => `client.${name}`),
      ...fieldsOf(path, 'VaultBffOptions', { required: true }).filter(
        (name) => name !== 'service' && name !== 'client',
      ),
    ];
    assert.deepEqual(
      [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
      required,
    );
  });

  it('names every one of PushManyOptions', () => {
    const fields = fieldsOf('src/bff/push/push-many-options.ts', 'PushManyOptions');
    assert.ok(fields.length >= 2);
    for (const field of fields) assert.ok(page.includes(`| \`${field}\` `), field);
  });
});
