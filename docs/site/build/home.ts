import type { Head } from './pages.ts';
import { pageAddress } from './links.ts';

/** What the home page shows above its Markdown: its heading and its first paragraph, large, and two ways to go on. */
export function homeData({ title = '', description }: Head, base: string) {
  return {
    template: 'splash',
    hero: {
      title,
      tagline: description,
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
