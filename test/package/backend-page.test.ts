import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const page = readFileSync('docs/backend.md', 'utf8');

const OPTIONS = readFileSync('src/bff/config/bff-options.ts', 'utf8');

/** The names of the fields of an exported interface that must be given, as its source has them. */
function requiredFieldsOf(name: string): string[] {
  const [, body = ''] = OPTIONS.split(`export interface ${name} {`);
  const [fields = ''] = body.split('\n}');
  return [...fields.matchAll(/^ {2}(\w+):/gm)].map(([, field]) => field ?? '');
}

describe('The page about the backend', () => {
  it('names every option that is required', () => {
    const [, sentence = ''] = /These options are required: ([^\n]*?)\. /.exec(page) ?? [];
    const required = [
      ...requiredFieldsOf('ServiceOptions').map((name) => `service.${name}`),
      ...requiredFieldsOf('ClientOptions').map((name) => `client.${name}`),
      ...requiredFieldsOf('VaultBffOptions').filter(
        (name) => name !== 'service' && name !== 'client',
      ),
    ];
    assert.deepEqual(
      [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
      required,
    );
  });
});
