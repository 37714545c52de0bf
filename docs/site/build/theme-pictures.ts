import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type HtmlPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

/**
 * Shows a picture in the look of the site: `NAME-light.webp` while it is light, and `NAME-dark.webp`, which lies beside it, while it is dark. A Markdown
 * file names the light one, which is what other readers of the file show.
 */
export const followTheme: HtmlPlugin = {
  name: 'follow-theme',
  element: {
    filter: ['img'],
    visit(node, context) {
      const light = String(node.properties.src);
      if (!/-light\.\w+$/.test(light) || 'class' in node.properties) return undefined;
      const dark = light.replace(/-light(?=\.\w+$)/, '-dark');
      const { localImagePaths } = (context.data as { astro: { localImagePaths: Set<string> } })
        .astro;
      localImagePaths.add(decodeURI(dark));
      return {
        type: 'element',
        tagName: 'span',
        properties: {},
        children: [
          { ...node, properties: { ...node.properties, class: 'dark:sl-hidden' } },
          { ...node, properties: { ...node.properties, src: dark, class: 'light:sl-hidden' } },
        ],
      };
    },
  },
};
