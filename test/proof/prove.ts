import { abstractAttempts } from './attempts.ts';
import { explore } from './explore.ts';
import type { Exploration, Successor } from './explore.ts';
import { brokenRule } from './invariants.ts';
import { journeysOf } from './journey.ts';
import { keyOf } from './key.ts';
import { RULES } from './steps.ts';
import type { Rules } from './steps.ts';
import { faultsOf, systemOf } from './system.ts';
import { newWorld } from './world.ts';
import type { Budget, World } from './world.ts';

/** Visits every world that two tabs can get into. @param rules what the pages do differently from those of Vaultlink */
export function prove(budget: Partial<Budget>, rules: Partial<Rules> = {}, tabs = 2): Exploration {
  const all = { ...RULES, ...rules };
  return explore<World>({
    initial: newWorld(tabs, budget),
    keyOf,
    leftOf: ({ budget }) => Object.values(budget),
    violationOf: (world) => brokenRule(world, isQuiet(all, world)),
    *successors(world) {
      for (const { label, world: next } of successorsOf(all, world))
        yield { label, world: abstractAttempts(next) };
    },
  });
}

const isQuiet = (rules: Rules, world: World) => systemOf(rules, world).next().done === true;

function* successorsOf(rules: Rules, world: World): Generator<Successor<World>> {
  yield* systemOf(rules, world);
  yield* faultsOf(world);
  for (const index of world.tabs.keys()) yield* journeysOf(rules, world, index);
}
