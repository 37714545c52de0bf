import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** A mistake that the user can correct. The command prints the message and ends with code 2. */
export class UsageError extends Error {}

/** A mistake in the arguments of a command. The command also prints how to read its help, and not the help itself: the message would scroll away. */
export class ArgumentsError extends UsageError {}

/** Accesses the file of an option. @throws UsageError that names the file, and all that is wrong with it */
export function accessFile<Result>(option: string, file: string, access: () => Result): Result {
  try {
    return access();
  } catch (error) {
    const folder = dirname(file);
    if (!existsSync(folder)) {
      throw new UsageError(`--${option} ${file}: the folder ${folder} does not exist.`);
    }
    throw new UsageError(sentencesAbout(option, file, error));
  }
}

/** One line for each mistake in a file. */
export function sentencesAbout(option: string, file: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .split('\n')
    .map((sentence) => `--${option} ${file}: ${sentence}`)
    .join('\n');
}
