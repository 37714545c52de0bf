import { fileURLToPath } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';
import {
  boxTables,
  breakCode,
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
    breakCode,
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
