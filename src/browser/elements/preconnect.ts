import type { EndlinkEngine } from '../endlink/parts.ts';

let isOpened = false;

/**
 * Gets ready to report: opens the connection to the service, so that the report costs one round trip, or loads what relays. Requests without
 * credentials have a pool of connections of their own, which `crossorigin` chooses.
 */
export function openAhead(engine: EndlinkEngine, via = engine.options.via): void {
  const { baseUrl, test } = engine.options;
  if (isOpened || test || engine.state().state !== 'waiting') return;
  if (via === 'relay') void engine.load('relay');
  if (!baseUrl || via === 'relay') return;
  isOpened = true;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = baseUrl;
  if (via !== 'redirect') link.crossOrigin = 'anonymous';
  document.head.append(link);
}
