import { findOwner } from '../../src/browser/endlink/entry-owner.ts';
import { chainOf, TOKEN_NAMES } from './world.ts';
import type { Tab, Token, World } from './world.ts';

/**
 * Returns which rule a world breaks.
 *
 * @param isQuiet nothing happens by itself any more
 */
export function brokenRule(world: World, isQuiet: boolean): string | undefined {
  return (
    world.broken ??
    TOKEN_NAMES.map((token) => wrongResult(world, token)).find(Boolean) ??
    unknownPage(world) ??
    (isQuiet ? lostOutcome(world) : undefined)
  );
}

/** Checks that what is confirmed was counted by the service, as that outcome. What is rejected was not counted for this browser. */
function wrongResult({ tabs, shared }: World, token: Token): string | undefined {
  const { mark, counted } = shared[token];
  const known = [mark, ...tabs.map((tab) => recordOf(tab, token))];
  for (const one of known) {
    if (one?.state === 'confirmed' && one.outcome !== counted)
      return `${one.outcome} of token ${token} is called confirmed, and the service has counted ${counted ?? 'nothing'}`;
    if (one?.state === 'rejected' && counted !== 'elsewhere')
      return `token ${token} is called rejected, and the service has counted ${counted ?? 'nothing'}`;
  }
  return undefined;
}

function recordOf(tab: Tab, token: Token) {
  let record = chainOf(tab);
  while (record && record.token !== token) record = record.previous;
  return record;
}

/** A tab knows to which token each of its pages belongs, and no page belongs to another one. */
function unknownPage({ tabs }: World): string | undefined {
  for (const [index, tab] of tabs.entries()) {
    const entry = tab.entries[tab.index];
    if (!tab.page || !entry || entry.isLost) continue;
    const name = `tab ${index + 1}`;
    if (tab.page.isEntryUnknown)
      return `${name} does not know that it shows a page of token ${entry.token}`;
    const chain = chainOf(tab);
    const owner = chain && findOwner(chain, entry.key);
    if (owner && owner.token !== entry.token)
      return `${name} takes a page of token ${entry.token} for one of token ${owner.token}`;
  }
  return undefined;
}

/** Checks that what a page has asked for was counted, as long as a page of that tab is left that can send. */
function lostOutcome({ tabs }: World): string | undefined {
  for (const [index, { page, owed }] of tabs.entries())
    if (page && !page.isFrozen && owed.length > 0)
      return `nothing was counted for token ${owed.join()}, although tab ${index + 1} can still send`;
  return undefined;
}
