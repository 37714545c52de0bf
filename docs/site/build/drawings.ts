import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type HtmlPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

const ESCAPES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

const escape = (text: string) => text.replace(/[&"<]/g, (character) => ESCAPES[character] ?? '');

/**
 * Puts a drawing, which is an SVG file, into the page itself, so that it has the colours of the site in each look. A Markdown file names it as a picture,
 * which other readers of the file show. Its text is what a screen reader says.
 */
export const inlineDrawings: HtmlPlugin = ({ fileURL }) =>
  fileURL && {
    name: 'inline-drawings',
    element: {
      filter: ['img'],
      visit(node, context) {
        const source = String(node.properties.src);
        if (!source.endsWith('.svg')) return undefined;
        const { localImagePaths } = (context.data as { astro: { localImagePaths: Set<string> } })
          .astro;
        localImagePaths.delete(decodeURI(source));
        const drawing = readFileSync(fileURLToPath(new URL(source, fileURL)), 'utf8');
        const label = escape(String(node.properties.alt));
        return {
          type: 'raw',
          value: drawing.replace('<svg', `<svg class="drawing" role="img" aria-label="${label}"`),
        };
      },
    },
  };
