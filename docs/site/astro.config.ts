import { fileURLToPath } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';
import {
  boxTables,
  breakCodeInTables,
  dataForEmptyHeaders,
  labelCells,
  labelTasks,
} from './build/accessible-html.ts';
import { inlineDrawings } from './build/drawings.ts';
import { rewriteLinks } from './build/links.ts';
import { ranking } from './build/ranking.ts';
import { sidebar } from './build/sidebar.ts';
import { followTheme } from './build/theme-pictures.ts';
import { copyTag } from './src/playground/copy-tag.ts';

/** The path under which the site is served: `/`, or such as `/vaultlink/`. */
const base = `/${process.env.VAULTLINK_DOCS_BASE ?? ''}/`.replace(/\/+/g, '/');

/** The public origin, for canonical addresses and a sitemap. Without it there are none. */
const site = process.env.VAULTLINK_DOCS_SITE;

/** Outside of `node_modules`, which several working trees may share. */
const cacheDir = '../../.cache/site';

const markdown = satteri({
  // The text as it is written: `--` and quotation marks stay.
  features: { smartPunctuation: false },
  mdastPlugins: [rewriteLinks(base)],
  hastPlugins: [
    breakCodeInTables,
    labelCells,
    boxTables,
    dataForEmptyHeaders,
    labelTasks,
    followTheme,
    inlineDrawings,
  ],
});

/** Starlight reads `:word` and `:::` as directives. The same Markdown is read elsewhere, so they are text here. Runs after Starlight. */
const withoutDirectives: AstroIntegration = {
  name: 'without-directives',
  hooks: {
    'astro:config:setup': () => {
      markdown.options.features.directive = false;
    },
  },
};

export default defineConfig({
  ...(site && { site }),
  base,
  root: import.meta.dirname,
  outDir: process.env.VAULTLINK_DOCS_OUT ?? 'dist',
  cacheDir,
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  markdown: { processor: markdown },
  integrations: [
    starlight({
      title: 'Vaultlink',
      description: 'Put a data marketplace on your own pages, and lose no outcome.',
      favicon: '/favicon.svg',
      logo: { src: './src/styles/logo.svg', alt: '' },
      sidebar: sidebar(),
      customCss: ['./src/styles/site.css'],
      markdown: { processedDirs: ['../../docs', '../../demo', '../..'] },
      components: {
        MarkdownContent: './src/playground/MarkdownContent.astro',
        Footer: './src/components/Footer.astro',
        SiteTitle: './src/components/SiteTitle.astro',
        SocialIcons: './src/components/HeaderLinks.astro',
      },
      disable404Route: true,
      pagefind: { ranking },
      routeMiddleware: './src/playground/route.ts',
      pagination: true,
      credits: false,
      expressiveCode: {
        themes: ['github-dark-default', 'github-light-default'],
        // Lines wrap: a box that scrolls sideways is hard to use on a phone and with a keyboard. A kept indentation leaves too little room there.
        // A frame shows the title: the file to save the block in, or the terminal to type it into.
        defaultProps: { frame: 'code', wrap: true, preserveIndent: false },
        frames: { extractFileNameFromCode: false },
        styleOverrides: {
          borderRadius: '0.6rem',
          codeBackground: 'var(--site-card)',
          borderColor: 'var(--sl-color-gray-5)',
          frames: {
            frameBoxShadowCssValue: 'none',
            editorBackground: 'var(--site-card)',
            editorTabBarBackground: 'var(--site-card)',
            editorTabBarBorderColor: 'var(--sl-color-gray-5)',
            editorTabBarBorderBottomColor: 'var(--sl-color-gray-5)',
            editorActiveTabBackground: 'var(--site-card)',
            editorActiveTabForeground: 'var(--sl-color-gray-2)',
            editorActiveTabBorderColor: 'transparent',
            editorActiveTabIndicatorTopColor: 'transparent',
            editorActiveTabIndicatorBottomColor: 'transparent',
          },
        },
      },
    }),
    withoutDirectives,
    copyTag(),
  ],
  vite: {
    cacheDir: fileURLToPath(new URL(`${cacheDir}/vite`, import.meta.url)),
    // The pages' modules import those of the package.
    server: { fs: { allow: ['../..'] } },
  },
});
