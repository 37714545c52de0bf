import { findOwner } from '../../src/browser/endlink/entry-owner.ts';
import { requestOutcome } from '../../src/browser/endlink/lifecycle.ts';
import { findRecord, replaceRecord } from '../../src/browser/endlink/record.ts';
import type { Outcome } from 'vaultlink/protocol';
import type { Successor } from './explore.ts';
import {
  chainOf,
  entryAt,
  may,
  spend,
  tabAt,
  TOKENS,
  withChain,
  withShared,
  withTab,
} from './world.ts';
import type { Token, World } from './world.ts';

/** Lists what the page of a tab may ask for: an outcome of its own token or, late, of one that landed earlier in the same document. */
export function* asksOf(world: World, index: number, name: string): Generator<Successor<World>> {
  const tab = tabAt(world, index);
  const { entries, page } = tab;
  const here = entryAt(tab);
  const chain = chainOf(tab);
  if (!chain || !page || page.isEntryUnknown) return;
  const owner = findOwner(chain, here.key) ?? chain;
  for (const outcome of outcomesOf(world, here.token))
    yield {
      label: `${name}: its page of token ${here.token} asks for ${outcome}`,
      world: ask(world, index, owner.token, here.token, outcome),
    };
  const others = new Set(
    entries.filter(({ document }) => document === here.document).map(({ token }) => token),
  );
  others.delete(here.token);
  if (may(world, 'ask late'))
    for (const token of others)
      for (const outcome of outcomesOf(world, token))
        yield {
          label: `${name}: an element of token ${token} asks late for ${outcome}`,
          world: ask(spend(world, 'ask late'), index, token, token, outcome),
        };
}

/** Before a page has asked for one, the outcomes of a token are alike. */
const outcomesOf = ({ shared }: World, token: Token) =>
  shared[token].isAsked ? TOKENS[token] : TOKENS[token].slice(0, 1);

/** @param into the token whose record the page chooses. @param asking the token that the page belongs to */
function ask(world: World, index: number, into: string, asking: Token, outcome: Outcome): World {
  const tab = tabAt(world, index);
  const chain = chainOf(tab);
  const record = findRecord(chain, into);
  if (!chain || record?.token !== into) return world;
  // It is on its way already.
  if (record.state === 'reporting' && tab.owed.includes(asking)) return world;
  const next = requestOutcome(record, record.outcome ?? outcome, undefined);
  const isCounted = world.shared[asking].counted !== undefined;
  const owed = isCounted ? tab.owed : [...new Set([...tab.owed, asking])].sort();
  const asked = withShared(withTab(world, index, { owed }), asking, { isAsked: true });
  return withChain(asked, index, replaceRecord(chain, next));
}
