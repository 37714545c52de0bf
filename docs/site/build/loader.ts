import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { homeBody, homeData } from './home.ts';
import { REPOSITORY, readHead, readPages } from './pages.ts';
import type { Page } from './pages.ts';

/**
 * Loads the Markdown as it lies in `docs/`. It has no frontmatter, since people read it in their editor and in the package too: the title is the
 * first heading, the description the first paragraph.
 */
export function markdownLoader(): Loader {
  return {
    name: 'vaultlink-markdown',
    async load(context) {
      await loadAll(context);
      const { watcher } = context;
      watcher?.add(join(REPOSITORY, 'docs'));
      watcher?.on('all', (_event, path) => {
        const isPage = path.endsWith('.md') && readPages().some((page) => isFileOf(page, path));
        if (isPage) void loadAll(context);
      });
    },
  };
}

const isFileOf = (page: Page, path: string) => join(REPOSITORY, page.path) === path;

async function loadAll(context: LoaderContext): Promise<void> {
  context.store.clear();
  await Promise.all(readPages().map((page) => loadPage(page, context)));
}

async function loadPage(page: Page, context: LoaderContext): Promise<void> {
  const filePath = join(REPOSITORY, page.path);
  const markdown = await readFile(filePath, 'utf8');
  const head = readHead(markdown);
  const isHome = page.id === '';
  const id = isHome ? 'index' : page.id;
  const data = {
    title: page.title,
    description: page.description,
    ...(isHome && homeData(head)),
  };
  const body = isHome ? homeBody(head) : head.body;
  const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(filePath) });
  context.store.set({
    id,
    data: await context.parseData({ id, data, filePath }),
    body,
    filePath: relative(fileURLToPath(context.config.root), filePath),
    digest: context.generateDigest(markdown),
    rendered,
    // Astro puts the pictures among its files, and their addresses into the page.
    assetImports: rendered.metadata?.imagePaths ?? [],
  });
}
