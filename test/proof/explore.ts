/** What a step leads to. */
export interface Successor<World> {
  /** What happened, in a sentence. */
  label: string;
  world: World;
}

/** A space of states, as a function from each state to the next ones. */
export interface Space<World> {
  initial: World;
  successors: (world: World) => Iterable<Successor<World>>;
  /** Equal for states that differ at most in what is left, and different for all others. */
  keyOf: (world: World) => string;
  /** Returns the number of events of each kind that may still happen. A greater number makes more steps possible, and no step impossible. */
  leftOf: (world: World) => readonly number[];
  /** Returns which rule a state breaks. `undefined`: none. */
  violationOf: (world: World) => string | undefined;
}

/** What an exploration has found. */
export interface Exploration {
  /** How many states were visited. One with less left than an equal one before it leads nowhere else, and is not visited. */
  states: number;
  /** How many steps lead from a state to another one. */
  transitions: number;
  /** The longest of all shortest ways to a state, in steps. */
  depth: number;
  /** The first broken rule, and the shortest way to it. `undefined`: every reachable state was visited, and none breaks a rule. */
  violation?: { rule: string; trace: string[] };
}

/** Visits every reachable state, the nearest ones first, until one of them breaks a rule. There is no limit: it ends when the space is closed. */
export function explore<World>(space: Space<World>): Exploration {
  const { successors, keyOf, leftOf, violationOf } = space;
  /** What was left where a state was visited. */
  const visited = new Map<string, (readonly number[])[]>();
  /** Of each state by its number: the number of the state before, and the step between them. */
  const parents: number[] = [];
  const labels: string[] = [];
  let transitions = 0;
  let depth = 0;

  const found = (rule: string, index: number): Exploration => {
    const trace: string[] = [];
    for (let at = index; at > 0; at = parents[at] ?? 0) trace.unshift(labels[at] ?? '');
    return { states: labels.length, transitions, depth, violation: { rule, trace } };
  };
  const visit = (world: World, parent: number, label: string): number | undefined => {
    const key = keyOf(world);
    const left = leftOf(world);
    const before = visited.get(key) ?? [];
    if (before.some((more) => more.every((count, kind) => count >= (left[kind] ?? 0))))
      return undefined;
    before.push(left);
    visited.set(key, before);
    parents.push(parent);
    return labels.push(label) - 1;
  };

  visit(space.initial, 0, '');
  let frontier = [{ world: space.initial, index: 0 }];
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const { world, index } of frontier) {
      const rule = violationOf(world);
      if (rule) return found(rule, index);
      for (const successor of successors(world)) {
        transitions += 1;
        const reached = visit(successor.world, index, successor.label);
        if (reached !== undefined) next.push({ world: successor.world, index: reached });
      }
    }
    if (next.length > 0) depth += 1;
    frontier = next;
  }
  return { states: labels.length, transitions, depth };
}
