import type { FileHandle } from 'node:fs/promises';

/** Appends to a file, in the order in which it is told to, and in few writes. */
export interface Appender {
  /** Text that is written soon. Never throws: a failure comes with the next {@link flush} or {@link sync}. */
  append(text: string): void;
  /** Waits until all of it is with the operating system: the end of this process loses none of it. @throws what writing failed with */
  flush(): Promise<void>;
  /** Waits until all of it is on the disk: a loss of power loses none of it. @throws what writing failed with */
  sync(): Promise<void>;
}

/**
 * @param file open for appending
 * @param onFailure called once, where something cannot be written
 */
export function createAppender(file: FileHandle, onFailure: () => void): Appender {
  let waiting = '';
  let writing: Promise<void> | undefined;
  let failure: { reason: unknown } | undefined;

  async function write(): Promise<void> {
    try {
      while (waiting) {
        const text = waiting;
        waiting = '';
        await file.appendFile(text);
      }
    } catch (reason) {
      failure = { reason };
      onFailure();
    }
    writing = undefined;
  }

  async function flush(): Promise<void> {
    await writing;
    if (failure) throw failure.reason;
  }

  return {
    append(text) {
      // After a failure nothing may follow what was half written.
      if (failure) return;
      waiting += text;
      writing ??= write();
    },
    flush,
    async sync() {
      await flush();
      await file.datasync();
    },
  };
}
