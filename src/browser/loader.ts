/**
 * The script tag: a classic script, first in the head. It also works as a module, inlined, concatenated with others, and more than once.
 *
 * @module
 */
import { installEngine } from './endlink/engine.ts';
import { parsedPage } from './parsed-page.ts';
import { importPart } from './import-part.ts';
import { findAll, ownGlobal } from './unclobbered.ts';
import { tagScript } from './tag-script.ts';

const engine = installEngine(importPart, [tagScript?.dataset, ownGlobal('vaultlinkConfig')]);

/** Loads the parts for what a tree has in it, with a token or without. */
const loadParts = (tree: ParentNode) => {
  if (findAll(tree, 'endlink-finish,vault-connect,vault-push')[0]) void engine.load('elements');
  if (findAll(tree, '[data-vaultlink-src]')[0]) void engine.load('frames');
};
/** Only what is new is looked at: a page may change hundreds of times a second. */
const observer = new MutationObserver((changes) => {
  for (const { addedNodes, target, attributeName } of changes)
    for (const node of attributeName ? [target] : addedNodes)
      if (node instanceof Element) loadParts(node);
});
engine.stopWatching = () => observer.disconnect();
void parsedPage().then(async () => {
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-vaultlink-src'],
  });
  loadParts(document);
  if ('debug' in engine.options) void engine.load('debug');
  // A prerendered page does not know yet whether there is a token.
  await engine.ready;
  // One of an earlier page, too. Not sooner: the storage is slow, and the browser waits for this script.
  if (engine.record()) void engine.load('token');
});
