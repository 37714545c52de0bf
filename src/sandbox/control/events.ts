/** What changed: the marketplace, its clock, behaviour or faults; or the request log. */
export type Change = 'state' | 'log';

/** Tells whoever listens that something changed, as server-sent events. */
export interface Events {
  emit(change: Change): void;
  /** A new listener's stream, in the format of `text/event-stream`: `event: state` or `event: log`. */
  stream(): ReadableStream<Uint8Array>;
  /** Whether anyone listens. */
  hasListeners(): boolean;
  /** Ends every stream, and those opened later at once. */
  close(): void;
}

interface Listener {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Changes that its reader was too slow for: one event of each kind is enough, since it says only that there is news. */
  missed: Set<Change>;
}

const HIGH_WATER_MARK = 16;

const encode = (text: string) => new TextEncoder().encode(text);

const message = (change: Change) => encode(`event: ${change}\ndata: {}\n\n`);

/** @param onListen called when someone starts to listen */
export function createEvents(onListen: () => void): Events {
  const listeners = new Set<Listener>();
  let closed = false;

  function stream(): ReadableStream<Uint8Array> {
    let listener: Listener | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          controller.enqueue(encode('retry: 1000\n\n'));
          if (closed) {
            controller.close();
            return;
          }
          listener = { controller, missed: new Set() };
          listeners.add(listener);
          onListen();
        },
        pull(controller) {
          for (const change of listener?.missed ?? []) controller.enqueue(message(change));
          listener?.missed.clear();
        },
        cancel() {
          if (listener) listeners.delete(listener);
        },
      },
      { highWaterMark: HIGH_WATER_MARK },
    );
  }

  return {
    stream,
    hasListeners: () => listeners.size > 0,
    emit(change) {
      for (const { controller, missed } of listeners) {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(message(change));
        else missed.add(change);
      }
    },
    close() {
      closed = true;
      for (const { controller } of listeners) controller.close();
      listeners.clear();
    },
  };
}
