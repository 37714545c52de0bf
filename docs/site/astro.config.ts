import { fileURLToPath } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';
import { rewriteLinks } from './build/links.ts';
import { sidebar } from './build/sidebar.ts';
import { copyTag } from './src/playground/copy-tag.ts';

/** The path under which the site is served: `/`, or such as `/vaultlink/`. */
const base = `/${process.env.VAULTLINK_DOCS_BASE ?? ''}/`.replace(/\/+/g, '/');

/** The public origin, for canonical addresses and a sitemap. Without it there are none. */
const site = process.env.VAULTLINK_DOCS_SITE;

const markdown = satteri({
  // The text as it is written: `--` and quotation marks stay.
  features: { smartPunctuation: false },
  mdastPlugins: [rewriteLinks(base)],
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
  outDir: 'dist',
  cacheDir: '../../.cache/site',
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
      components: { MarkdownContent: './src/playground/MarkdownContent.astro' },
      routeMiddleware: './src/playground/route.ts',
      pagination: true,
      credits: false,
      expressiveCode: {
        themes: ['github-dark-default', 'github-light-default'],
        styleOverrides: { borderRadius: '0.5rem' },
      },
    }),
    withoutDirectives,
    copyTag(),
  ],
  vite: {
    cacheDir: fileURLToPath(new URL('../../.cache/site/vite', import.meta.url)),
    // The pages' modules import those of the package.
    server: { fs: { allow: ['../..'] } },
  },
});
