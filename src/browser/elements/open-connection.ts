import { isDryRun } from '../endlink/options.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import { readProperty } from '../unclobbered.ts';
import { createElement } from './nodes.ts';

let isConnectionOpened = false;

/**
 * Gets ready to report a token that waits: opens the connection to the service, so that the report costs one round trip, or loads what relays. Requests without
 * credentials have a pool of connections of their own, which `crossorigin` chooses.
 */
export function openConnection(engine: EndlinkEngine, via = engine.options.via): void {
  const { baseUrl } = engine.options;
  if (isConnectionOpened || isDryRun(engine.options)) return;
  if (via === 'relay') {
    void engine.load('relay');
    return;
  }
  if (!baseUrl) return;
  isConnectionOpened = true;
  const crossorigin = via === 'redirect' ? undefined : 'anonymous';
  const link = createElement('link', { rel: 'preconnect', href: baseUrl, crossorigin });
  // A page may have removed its head.
  (readProperty(Document, document, 'head') as HTMLHeadElement | null)?.append(link);
}
