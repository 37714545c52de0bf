import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { figuresOf, missedGoals } from '../../soak-outcomes/judge.ts';
import { playOutcomes } from '../../soak-outcomes/play.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-outcomes-'));
after(() => rmSync(folder, { recursive: true }));

describe('outcomes while the service is away, processes die and clocks jump', () => {
  for (const seed of [1, 2, 3]) {
    it(`are counted once each, and none is lost that was accepted: seed ${seed}`, async () => {
      const open = (now: () => number) => sqliteStore(join(folder, `${seed}.db`), { now });
      const played = await playOutcomes(open, { outcomes: 100, seed });
      const figures = figuresOf(played);
      assert.deepEqual(missedGoals(figures), []);
      assert.ok(figures.promised > 90, String(figures.promised));
      assert.ok(played.deaths > 0 && played.clockSteps > 0);
    });
  }
});
