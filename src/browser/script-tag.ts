import { installEngine } from './endlink/engine.ts';
import { ELEMENT_SELECTOR } from './endlink/parts.ts';
import type { ImportPart } from './endlink/parts.ts';
import { parsedPage } from './parsed-page.ts';
import { tagScript } from './tag-script.ts';
import { findAll, settingsOfPage } from './unclobbered.ts';

/**
 * Installs the engine with the settings of the script tag, and loads the parts for what the page has in it, with a token or without.
 *
 * @param importPart how this file comes to its parts
 */
export function startScriptTag(importPart: ImportPart): void {
  const engine = installEngine(importPart, [tagScript?.dataset, settingsOfPage()]);
  const loadParts = (tree: ParentNode) => {
    if (findAll(tree, ELEMENT_SELECTOR)[0]) void engine.load('elements');
    if (findAll(tree, '[data-vaultlink-src]')[0]) void engine.load('frames');
  };
  void parsedPage().then(async () => {
    const observer = new MutationObserver((changes) => {
      // The part for tokens looks for the same and more, and each observer costs a page that changes all the time.
      if (engine.parts.token) observer.disconnect();
      // Only what is new is looked at: a page may change hundreds of times a second.
      for (const { addedNodes, target, attributeName } of changes)
        for (const node of attributeName ? [target] : addedNodes)
          if (node instanceof Element) loadParts(node);
    });
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
    if (engine.readRecord()) void engine.load('token');
  });
}
