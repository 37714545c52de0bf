import { findAll, readAttribute } from '../unclobbered.ts';
import { readSetting, settingText } from './options.ts';
import type { TagOptions } from './options.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';

/** Names the options that were set to something else before: the first value counts. */
export function explainConflicts(engine: EndlinkEngine, more: TagOptions): void {
  for (const key in more) {
    const name = key as keyof TagOptions;
    const first = engine.options[name];
    const second = settingText(readSetting(more, name));
    if (name !== 'outcome' && first && second && first !== second)
      explain(engine, 'setting-twice', { name, first, second });
  }
}

/** Names the settings of the elements of a tree that other sources have set to something else. */
export function explainConflictsOfElements(engine: EndlinkEngine, tree: ParentNode): void {
  for (const element of findAll(tree, 'endlink-finish')) {
    // A framework sets properties. An element whose code is not here has attributes alone.
    const { baseUrl, relayUrl, test } = element as TagOptions & Element;
    explainConflicts(engine, {
      baseUrl: baseUrl ?? readAttribute(element, 'base-url') ?? undefined,
      relayUrl: relayUrl ?? readAttribute(element, 'relay-url') ?? undefined,
      test: test ?? readAttribute(element, 'test') ?? undefined,
    });
  }
}
