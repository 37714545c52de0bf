import { exampleFolders, listFolders } from './examples.ts';
import { componentPages, readPages } from './pages.ts';
import type { Page } from './pages.ts';

/** A group of the sidebar. Pages are named in the order of reading; what a folder holds besides follows. */
interface Group {
  label: string;
  /** Ids of pages. Those that do not exist are passed over. */
  pages?: string[];
  /** Folders whose other pages belong here, by their titles. */
  folders?: string[];
  collapsed?: boolean;
}

const inStart = (name: string) => `start/${name}`;

const GROUPS: Group[] = [
  {
    label: 'Start',
    pages: [
      'start',
      ...['own-page', 'tag-manager', 'redirecting-tool', 'form-without-script'].map(inStart),
      ...['wordpress', 'frontend', 'backend', 'operator'].map(inStart),
    ],
    folders: ['start'],
  },
  { label: 'Playground', pages: ['playground'], folders: ['playground'] },
  {
    label: 'Recipes',
    pages: ['recipes', 'recipes/generator', 'recipes/check'],
    folders: ['recipes'],
    collapsed: true,
  },
  {
    label: 'Frameworks',
    pages: [
      'frameworks',
      ...['html', 'react', 'next', 'react-router', 'vue', 'nuxt'].map(
        (name) => `frameworks/${name}`,
      ),
    ],
    folders: ['frameworks'],
    collapsed: true,
  },
  {
    label: 'Backends',
    pages: ['backends', 'backend', 'outcomes', 'grants', 'pushes'],
    folders: ['backends'],
    collapsed: true,
  },
  {
    label: 'Concepts',
    pages: [
      ...['words', 'token-life', 'what-can-be-lost', 'proof'],
      ...['security', 'design', 'libraries', 'assumptions', 'interface'],
    ].map((name) => `concepts/${name}`),
    folders: ['concepts'],
    collapsed: true,
  },
  {
    label: 'Reference',
    pages: [
      'reference',
      'script-tag',
      'elements',
      'configuration',
      'sandbox',
      'console',
      'testing',
      'package',
    ],
    folders: ['reference'],
    collapsed: true,
  },
  { label: 'Go live', pages: ['go-live', 'privacy', 'check', 'operation'], folders: ['go-live'] },
  {
    label: 'Troubleshooting',
    pages: ['not-paid', 'troubleshooting', 'reference/causes'],
    folders: ['troubleshooting'],
  },
  { label: 'Measured', pages: ['measured', 'demo/faults'], folders: ['measured'] },
];

type Titled = Pick<Page, 'id' | 'title'>;

/**
 * Returns the sidebar: each page that exists, once. A group without a page is left out, and a group of one page is a link. A page without a group goes
 * to "Project".
 */
export function sidebar() {
  const left = new Map<string, Titled>();
  for (const page of [...readPages(), ...componentPages()]) if (page.id) left.set(page.id, page);

  const take = (id: string): Titled[] => {
    const page = left.get(id);
    return page && left.delete(id) ? [page] : [];
  };
  const groups = GROUPS.map(({ label, pages = [], folders = [], collapsed = false }) => {
    const named = pages.flatMap(take);
    const others = [...left.values()]
      .filter(({ id }) => folders.some((folder) => id.startsWith(`${folder}/`)))
      .sort((a, b) => a.title.localeCompare(b.title))
      .flatMap(({ id }) => take(id));
    return { label, collapsed, items: [...named, ...others].map(toLink) };
  });
  groups.push({
    label: 'Examples',
    collapsed: true,
    items: [...listFolders(), ...exampleFolders()].map(exampleLink),
  });
  const project = [...left.values()].map(toLink);
  groups.push({ label: 'Project', collapsed: true, items: project });
  return groups
    .filter(({ items }) => items.length)
    .map((group) => (group.items.length === 1 ? group.items[0] : undefined) ?? group);
}

const toLink = ({ id, title }: Titled) => ({ label: title, link: `/${id}/` });

const exampleLink = (folder: string) => ({
  label: folder === 'examples' ? 'All examples' : folder.replace(/^examples\//, ''),
  link: `/${folder}/`,
});
