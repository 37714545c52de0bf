/**
 * The script tag: a classic script, first in the head. It also works as a module, inlined, concatenated with others, and more than once.
 *
 * @module
 */
import { installEngine } from './endlink/engine.ts';
import { parsedPage } from './parsed-page.ts';
import { importPart } from './import-part.ts';
import { ownGlobal } from './own-global.ts';
import { tagScript } from './tag-script.ts';

const engine = installEngine(importPart, [tagScript?.dataset, ownGlobal('vaultlinkConfig')]);

/** Loads the parts for what the page has in it, now or later, with a token or without. */
const loadParts = () => {
  if (document.querySelector('endlink-finish,vault-connect,vault-push'))
    void engine.load('elements');
  if (document.querySelector('[data-vaultlink-src]')) void engine.load('frames');
};
void parsedPage().then(async () => {
  new MutationObserver(loadParts).observe(document, { childList: true, subtree: true });
  loadParts();
  if ('debug' in engine.options) void engine.load('debug');
  // A prerendered page does not know yet whether there is a token.
  await engine.ready;
  // One of an earlier page, too. Not sooner: the storage is slow, and the browser waits for this script.
  if (engine.record()) void engine.load('token');
});
