import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADAPTER_FUNCTIONS } from './adapter.ts';
import type { AdapterContext, ConformanceAdapter } from './adapter.ts';

/**
 * Loads an adapter from a file: a module whose default export is an adapter, or a function that returns one.
 *
 * @throws Error that says what is wrong with the file
 */
export async function loadAdapter(
  file: string,
  context: AdapterContext,
): Promise<ConformanceAdapter> {
  const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  const { default: exported } = module;
  const adapter: unknown =
    typeof exported === 'function'
      ? await (exported as (context: AdapterContext) => unknown)(context)
      : exported;
  if (typeof adapter !== 'object' || adapter === null) {
    throw new Error('The default export must be an adapter, or a function that returns one.');
  }
  const known: readonly string[] = ADAPTER_FUNCTIONS;
  for (const [name, value] of Object.entries(adapter)) {
    if (!known.includes(name)) {
      throw new Error(`An adapter has no ${name}. It may have: ${known.join(', ')}.`);
    }
    if (typeof value !== 'function' && value !== undefined) {
      throw new Error(`${name} must be a function.`);
    }
  }
  return adapter;
}
