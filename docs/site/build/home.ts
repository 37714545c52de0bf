import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageAddress } from './links.ts';
import { REPOSITORY } from './pages.ts';
import type { Head } from './pages.ts';

const picture = () => readFileSync(join(REPOSITORY, 'docs/site/src/styles/journey.svg'), 'utf8');

/** What the home page shows above its Markdown: its heading and its first paragraph, large, and two ways to go on. */
export function homeData({ title = '', description }: Head, base: string) {
  return {
    template: 'splash',
    tableOfContents: false,
    head: [{ tag: 'title', content: `${title}: put a data marketplace on your own pages` }],
    hero: {
      title,
      tagline: description,
      image: { html: picture() },
      actions: [
        { text: 'Start', link: `${base}#choose-who-you-are`, icon: 'right-arrow' },
        {
          text: 'Try it in your browser',
          link: pageAddress('playground', base),
          variant: 'secondary',
        },
      ],
    },
  };
}
