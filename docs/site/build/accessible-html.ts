import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import { breaksOf } from './code-breaks.ts';

type HtmlPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

type HtmlVisit = Extract<
  NonNullable<Extract<HtmlPlugin, { element?: unknown }>['element']>,
  { visit: unknown }
>['visit'];
type HtmlElement = Parameters<HtmlVisit>[0];
type HtmlContext = Parameters<HtmlVisit>[1];

const BOX = 'table-box';

/**
 * Puts each table into a box that scrolls sideways and takes the focus, so that a wide table can be read with a keyboard on a narrow screen, and stays a
 * table for screen readers.
 */
export const boxTables: HtmlPlugin = {
  name: 'box-tables',
  element: {
    filter: ['table'],
    visit(node, context) {
      const { tagName, properties } = context.parent(node) as Partial<typeof node>;
      if (tagName === 'div' && String(properties?.className) === BOX) return undefined;
      return {
        type: 'element',
        tagName: 'div',
        properties: { className: [BOX], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
        children: [node],
      };
    },
  },
};

/** Gives each cell the words of its column: on a phone they stand beside the cell, since a row is a list there. Marks a cell that has a dash alone. */
export const labelCells: HtmlPlugin = {
  name: 'label-cells',
  element: {
    filter: ['table'],
    visit(table, context) {
      const rows = elementsIn(table, 'tr');
      const columns = rows
        .flatMap((row) => elementsIn(row, 'th'))
        .map((header) => context.textContent(header));
      for (const row of rows)
        for (const [column, cell] of elementsIn(row, 'td').entries()) {
          context.setProperty(cell, 'dataLabel', columns[column] ?? '');
          if (context.textContent(cell).trim() === '–') context.setProperty(cell, 'dataEmpty', '');
        }
    },
  },
};

/** Elements of a name inside an element. */
function elementsIn(node: Readonly<HtmlElement>, name: string): Readonly<HtmlElement>[] {
  return node.children
    .filter((child) => child.type === 'element')
    .flatMap((child) => [...(child.tagName === name ? [child] : []), ...elementsIn(child, name)]);
}

/** Lets code in the text break between the parts of a path or of a variable's name, so that it does not break inside of a word. */
export const breakCode: HtmlPlugin = {
  name: 'break-code',
  element: {
    filter: ['code'],
    visit(code, context) {
      if ((context.parent(code) as Partial<typeof code>).tagName === 'pre') return;
      const text = context.textContent(code);
      const breaks = breaksOf(text, isInCell(code, context) ? 1 : undefined);
      if (!breaks.length) return;
      const parts = [0, ...breaks].map((start, index) => text.slice(start, breaks[index]));
      context.replaceNode(code, {
        type: 'element',
        tagName: 'code',
        properties: { ...code.properties },
        children: parts.flatMap((value, index) => [
          ...(index
            ? [{ type: 'element' as const, tagName: 'wbr', properties: {}, children: [] }]
            : []),
          { type: 'text' as const, value },
        ]),
      });
    },
  },
};

function isInCell(node: Readonly<HtmlElement>, context: HtmlContext): boolean {
  const parent = context.parent(node);
  if (parent.type !== 'element') return false;
  return ['td', 'th'].includes(parent.tagName) || isInCell(parent, context);
}

/** The corner of a table whose rows have headers too is a cell: an empty header says nothing. */
export const dataForEmptyHeaders: HtmlPlugin = {
  name: 'data-for-empty-headers',
  element: {
    filter: ['th'],
    visit: (node) =>
      node.children.length
        ? undefined
        : { type: 'element', tagName: 'td', properties: {}, children: [] },
  },
};

/** Gives the boxes of a list of tasks a name, which Markdown does not. */
export const labelTasks: HtmlPlugin = {
  name: 'label-tasks',
  element: {
    filter: ['input'],
    visit: (node, context) =>
      context.setProperty(node, 'ariaLabel', node.properties.checked ? 'Done' : 'To do'),
  },
};
