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
      explain(engine, { kind: 'conflict', name, first, second });
  }
}
