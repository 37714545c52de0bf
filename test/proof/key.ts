import type { Shared, Tab, World } from './world.ts';

const ids = new Map<string, number>();

/** Returns a number for a part of a world: the same for equal parts. */
function idOf(part: Tab | Shared): number {
  const text = JSON.stringify(part);
  let id = ids.get(text);
  if (id === undefined) {
    id = ids.size;
    ids.set(text, id);
  }
  return id;
}

/** Returns a text that equal worlds have, and those that differ by the order of their two tabs, or by what may still happen. */
export function keyOf({ tabs, shared, broken = '' }: World): string {
  const tabIds = tabs.map(idOf);
  const sharedIds = Object.values(shared).map(idOf);
  const key = [...tabIds, ...sharedIds].join() + broken;
  if (tabs.length !== 2) return key;
  const swappedIds = Object.values(shared).map((one, at) =>
    one.late ? idOf(flip(one)) : sharedIds[at],
  );
  const swapped = [...tabIds.reverse(), ...swappedIds].join() + broken;
  return key < swapped ? key : swapped;
}

/** Returns the shared marks of a token with the tabs exchanged. */
const flip = (shared: Shared): Shared => ({
  ...shared,
  late: shared.late && { ...shared.late, writer: 1 - shared.late.writer },
});
