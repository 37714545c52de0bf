import type { EndlinkEngine } from '../endlink/parts.ts';

let isOpened = false;

/**
 * Opens the connection to the service ahead, so that the report costs one round trip. Requests without credentials have a pool of
 * connections of their own, which `crossorigin` chooses.
 */
export function openAhead(engine: EndlinkEngine, via = engine.options.via): void {
  const { baseUrl, test } = engine.options;
  if (isOpened || test || !baseUrl || via === 'relay' || engine.state().state !== 'waiting') return;
  isOpened = true;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = baseUrl;
  if (via !== 'redirect') link.crossOrigin = 'anonymous';
  document.head.append(link);
}
