/**
 * Loaded ahead of a program: writes the most memory that it has used, in bytes, into the file that `PEAK_FILE` names, when it ends. No TypeScript: Node
 * would take 20 MB to read it, and count them.
 */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { PEAK_FILE: path } = process.env;
  if (path) writeFileSync(path, String(process.resourceUsage().maxRSS * 1024));
});
