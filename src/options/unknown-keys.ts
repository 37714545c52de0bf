import { likelyName } from './likely-name.ts';

/** The keys of an options object. The compiler refuses a missing one and, in a literal, one too many. */
export type KnownKeys<Options> = Readonly<Record<keyof Options, unknown>>;

/**
 * Returns one sentence for each key of an options object that does not exist, with the likely one. Without it, a typing error would switch off what it
 * was meant to set.
 *
 * @param options anything: what is no object has no keys
 * @param path of the object within the options, such as `client`. Default: it is the options themselves
 */
export function mistakesOfKeys<Options extends object>(
  options: Options | null | undefined,
  known: KnownKeys<Options>,
  path?: string,
): string[] {
  if (typeof options !== 'object' || options === null) return [];
  const within = path === undefined ? '' : `${path}.`;
  const names = Object.keys(known);
  return Object.keys(options)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => {
      const likely = likelyName(key, names);
      const advice =
        likely === undefined
          ? `These exist: ${names.join(', ')}.`
          : `Did you mean ${within}${likely}?`;
      return `There is no option ${within + key}. ${advice}`;
    });
}
