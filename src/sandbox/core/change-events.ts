/** Kind of change. `state`: the marketplace, its clock, switches or faults. `log`: the request log. */
export type Change = 'state' | 'log';

/** Notifies listeners of changes by server-sent events. */
export interface Events {
  emit(change: Change): void;
  /** Returns the stream of a new listener, in the format of `text/event-stream`: `event: state` or `event: log`. */
  stream(): ReadableStream<Uint8Array>;
  /** Returns whether there are listeners. */
  hasListeners(): boolean;
  /** Ends every stream. A stream that is opened later ends at once. */
  close(): void;
}

interface Listener {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Changes that its reader was too slow for. One event of each kind is enough, since events carry no data. */
  missed: Set<Change>;
}

const HIGH_WATER_MARK = 16;

const encode = (text: string) => new TextEncoder().encode(text);

const message = (change: Change) => encode(`event: ${change}\ndata: {}\n\n`);

/** Creates the events of a sandbox. @param onListen called when a listener is added */
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
