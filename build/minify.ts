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
