import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type HtmlPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

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
