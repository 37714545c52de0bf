import { minify as printWithTerser } from 'terser';
import { minify } from 'vite';

/** The JavaScript of the built files. The README names the browsers that run it. */
export const TARGET = 'es2022';

/** Minifies a built file with Vite's own minifier. */
export async function minifyFile(fileName: string, code: string) {
  const minified = await minify(fileName, code, {
    compress: { target: TARGET },
    mangle: { toplevel: true },
    sourcemap: true,
  });
  if (minified.errors.length) throw new Error(`${fileName}: ${minified.errors[0]?.message}`);
  return { code: minified.code, map: minified.map ?? null };
}

/**
 * Escapes what is not ASCII. A browser reads a classic script whose response names no charset in that of the page. In Shift_JIS or GBK, the bytes of a
 * character that ends a text would swallow the quotation mark behind it.
 *
 * @see https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-script
 */
export async function escapeFile({ code, map }: Awaited<ReturnType<typeof minifyFile>>) {
  if (!/[^\0-\x7F]/.test(code)) return { code, map };
  const escaped = await printWithTerser(code, {
    compress: false,
    mangle: false,
    ecma: 2020,
    format: { ascii_only: true },
    ...(map && { sourceMap: { content: JSON.stringify(map), asObject: true } }),
  });
  return { code: escaped.code ?? code, map: (escaped.map as typeof map) ?? null };
}
