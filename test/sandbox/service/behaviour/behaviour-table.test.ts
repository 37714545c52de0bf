import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DEFAULT_BEHAVIOUR } from 'vaultlink/sandbox';
import { startSandbox } from '../../driver.ts';

interface Switch {
  name: string;
  value: unknown;
  default: unknown;
  meaning: string;
  section: string;
  values: unknown[] | string;
}

const switchesOf = async ({ call }: ReturnType<typeof startSandbox>) =>
  ((await call('/sandbox/behaviour')).body as { switches: Switch[] }).switches;

describe('GET behaviour', () => {
  it('lists every switch with its default, its meaning, its section and its values', async () => {
    const switches = await switchesOf(startSandbox());
    assert.deepEqual(Object.fromEntries(switches.map((one) => [one.name, one.default])), {
      ...DEFAULT_BEHAVIOUR,
    });
    for (const { name, meaning, section, values, default: initial } of switches) {
      assert.match(meaning, /^[A-Z].*\.$/, name);
      assert.ok(section, name);
      assert.ok(typeof values === 'string' ? values : values.includes(initial), name);
    }
  });

  it('shows the present values', async () => {
    const driver = startSandbox({ behaviour: { cors: false } });
    await driver.post('behaviour', { html_answer: 'redirect' });
    const switches = await switchesOf(driver);
    assert.deepEqual(
      switches.filter((one) => one.value !== one.default).map(({ name, value }) => [name, value]),
      [
        ['cors', false],
        ['html_answer', 'redirect'],
      ],
    );
  });

  it('accepts every value that it lists', async () => {
    const driver = startSandbox();
    for (const { name, values } of await switchesOf(driver)) {
      for (const value of typeof values === 'string' ? [] : values) {
        assert.equal((await driver.post('behaviour', { [name]: value })).status, 200, name);
      }
    }
  });

  it('has the defaults that the types document', async () => {
    const file = '../../../../src/sandbox/service/behaviour/switch-table.ts';
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    for (const { name, default: initial } of await switchesOf(startSandbox())) {
      const [, documented] =
        new RegExp(`Default: \`([^\`]*)\`[^/]*\\*/\\s+${name}:`).exec(source) ?? [];
      assert.equal(documented, String(initial), name);
    }
  });
});
