import { minify } from 'vite';
import type { MinifyOptions } from 'vite';

/** The JavaScript of the built files. The README names the browsers that run it. */
export const TARGET = 'es2022';

/**
 * Minifies a built file with Vite's own minifier.
 *
 * @param inputMap the source map of `code`, if it was compiled from another language
 */
export async function minifyFile(
  fileName: string,
  code: string,
  inputMap?: MinifyOptions['inputMap'],
) {
  const minified = await minify(fileName, code, {
    compress: { target: TARGET },
    mangle: { toplevel: true },
    sourcemap: true,
    ...(inputMap && { inputMap }),
  });
  if (minified.errors.length) throw new Error(`${fileName}: ${minified.errors[0]?.message}`);
  return { code: minified.code, map: minified.map ?? null };
}
