import type { ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';

/** Between the parts of a path, an address or a name. */
const JOINT = /(?<=[/_.=&?,:(])(?=[^/_.=&?,:()\s])/g;

/** What is shorter fits into a line of a phone. */
const SHORTEST = 20;

/**
 * Returns where code may break: at the joints of what has no space in it and may be wider than a phone.
 *
 * @param shortest length of the shortest text without a space that may break
 */
export const breaksOf = (code: string, shortest = SHORTEST): number[] =>
  [...code.matchAll(/\S+/g)]
    .filter(([run]) => run.length >= shortest)
    .flatMap(({ 0: run, index }) => [...run.matchAll(JOINT)].map((joint) => index + joint.index));

type Line = Parameters<
  NonNullable<NonNullable<ExpressiveCodePlugin['hooks']>['postprocessRenderedLine']>
>[0]['renderData']['lineAst'];
type Child = Line['children'][number];

/** Lets the lines of a block of code break there, too. What is copied stays as it is written. */
export const breakBlocks: ExpressiveCodePlugin = {
  name: 'break-blocks',
  hooks: {
    postprocessRenderedLine({ line, renderData: { lineAst } }) {
      const breaks = breaksOf(line.text);
      if (!breaks.length) return;
      let offset = 0;
      const broken = (node: Child): Child[] => {
        if (node.type === 'element') return [{ ...node, children: node.children.flatMap(broken) }];
        if (node.type !== 'text') return [node];
        const start = offset;
        offset += node.value.length;
        const inside = breaks.filter((at) => at >= start && at < offset).map((at) => at - start);
        return [0, ...inside].flatMap((from, index): Child[] => {
          const value = node.value.slice(from, inside[index]);
          const text: Child[] = value ? [{ type: 'text', value }] : [];
          return index
            ? [{ type: 'element', tagName: 'wbr', properties: {}, children: [] }, ...text]
            : text;
        });
      };
      lineAst.children = lineAst.children.flatMap(broken);
    },
  },
};
