import type { RunRecord } from './record.ts';

/** Something that took time. */
export interface Time {
  name: string;
  seconds: number;
}

/** The steps and files of a run that took longest, the longest first. A step is a build or a whole suite. */
export function dearest(records: readonly RunRecord[], count: number): Time[] {
  return records
    .flatMap((record) => {
      if (record.kind === 'step') return [{ name: record.name, seconds: record.seconds }];
      if (record.kind === 'file')
        return [{ name: `  ${record.suite}: ${record.file}`, seconds: record.seconds }];
      return [];
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
