import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, readHead } from './pages.ts';
import type { Head } from './pages.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

/** What the home page shows above its Markdown: its heading and its first paragraph, large. */
export const homeData = ({ title = '', description }: Head) => ({
  tableOfContents: false,
  head: [{ tag: 'title', content: `${title}: put a data marketplace on your own pages` }],
  hero: { title, tagline: description },
});

/** The line of the home page that leads to the chooser, for those who read the file elsewhere. */
const CHOOSER = '[Which sentence is yours?](start/index.md)';

/** Returns the Markdown of the home page below its first paragraph. It begins with the sentences of the page to start with, and with a picture. */
export function homeBody({ rest }: Head): string {
  const { title, rest: start } = readHead(read('docs/start/index.md'));
  const [sentences = ''] = start.split(/\n{2,}/);
  const list = sentences.replaceAll('](', '](start/');
  const picture = read('docs/site/src/styles/journey.svg');
  return rest.replace('## ', `${picture}\n## `).replace(CHOOSER, `## ${title}\n\n${list}`);
}
