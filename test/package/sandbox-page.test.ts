import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DEFAULT_BEHAVIOUR, DEFAULT_REPLIES, MAGIC_SELLERS } from '../../src/sandbox/index.ts';
import { sandbox as sandboxCommand } from '../../src/node/commands/sandbox-command.ts';
import { faultOrder } from '../../src/sandbox/core/faults.ts';
import { controlRoutes } from '../../src/sandbox/control/control-routes.ts';
import { createCore } from '../../src/sandbox/core/core.ts';

const page = readFileSync('docs/sandbox.md', 'utf8');

describe('The page about the sandbox', () => {
  it('names every call', () => {
    const service = createCore({});
    const calls = controlRoutes(service)
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `\`${method} ${path.slice(1)}\``);
    service.close();
    assert.ok(calls.length >= 15);
    for (const call of calls) assert.ok(page.includes(call), call);
  });

  it('names every fault', () => {
    for (const { shape } of faultOrder.options) {
      for (const kind of shape.kind.values) assert.ok(page.includes(`| \`${kind}\` `), kind);
      for (const field of Object.keys(shape)) assert.ok(page.includes(`\`${field}\``), field);
    }
  });

  it('leaves the sellers who always behave in one way to --help, which names every one', () => {
    for (const { id, meaning } of MAGIC_SELLERS)
      assert.match(sandboxCommand.usage, new RegExp(`^  ${id} +${meaning}$`, 'm'));
    for (const [id = ''] of page.matchAll(/\bmagic-[\w-]+/g))
      assert.ok(
        MAGIC_SELLERS.some((seller) => seller.id === id),
        id,
      );
  });

  it('leaves the options of the command to --help, which names every one', () => {
    assert.ok(page.includes('(reference/commands.md#vaultlink-sandbox)'));
    for (const name of Object.keys(sandboxCommand.options))
      assert.match(sandboxCommand.usage, new RegExp(`^  --${name} `, 'm'));
  });

  it('leads to the reference, which has every switch with its default', () => {
    assert.ok(page.includes('(reference/api-sandbox.md#behaviour)'));
    const reference = readFileSync('docs/reference/api-sandbox.md', 'utf8');
    for (const [name, value] of Object.entries(DEFAULT_BEHAVIOUR))
      assert.match(reference, new RegExp(`^- \`${name}\`.* Default: \`${value}\``, 'm'), name);
  });

  it('names every reply with its defaults', () => {
    for (const [reason, reply] of Object.entries(DEFAULT_REPLIES)) {
      const parts = Object.entries(reply).map(([name, value]) =>
        name === 'fields' ? '`fields`' : `\`${name}\` ${String(value)}.*`,
      );
      for (const part of parts) {
        assert.match(page, new RegExp(`^- \`${reason}\`: .*${part}`, 'm'), reason);
      }
    }
  });
});
