import type { FileHandle } from 'node:fs/promises';

/** Appends to a file in order, batching the text into few writes. */
export interface Appender {
  /** Queues text to be written. Never throws: the next {@link flush} or {@link sync} throws if a write has failed. */
  append(text: string): void;
  /** Waits until the operating system has all text, so that a crash of this process loses none. @throws the write error */
  flush(): Promise<void>;
  /** Waits until all text is on the disk, so that a power failure loses none. @throws the write error */
  sync(): Promise<void>;
}

/**
 * @param file open for appending
 * @param onFailure called once, when a write fails
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
      // Append nothing after a partial write.
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
