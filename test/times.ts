/** Prints where the last run spent its time: `npm run test:times`, the 40 dearest steps, suites and files, or as many as are asked for. */
import { readRecord } from './runner/record.ts';
import { dearest } from './runner/times.ts';

const count = Number(process.argv[2] ?? 40);
const rows = dearest(readRecord(), count);
if (!rows.length) console.log('No run is on record here: npm test');
for (const { seconds, name } of rows) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
