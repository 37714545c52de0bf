import 'axe-core';
import type { AxeResults } from 'axe-core';

/** Returns the problems for people who use assistive technology, in the page that this module runs in. */
export async function violationsIn(): Promise<string[]> {
  const { axe } = window as unknown as { axe: { run: () => Promise<AxeResults> } };
  const { violations } = await axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
