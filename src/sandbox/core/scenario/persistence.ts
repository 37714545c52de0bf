import type { SandboxCore } from '../core.ts';
import { saveScenario } from './saved-state.ts';
import type { Scenario } from './scenario-schema.ts';

/** Store of one scenario: a file, a database or a browser. */
export interface ScenarioStore {
  /** Returns the scenario that was saved last; `undefined` before the first save. */
  load(): Scenario | undefined | Promise<Scenario | undefined>;
  /** Replaces the saved scenario atomically. */
  save(scenario: Scenario): void | Promise<void>;
}

/** Handle on the saving of a sandbox. */
export interface Persistence {
  /** Saves now. After `close()`, waits for the last save. Rejects with the error of the store. */
  flush(): Promise<void>;
  /** Saves the state at the time of this call, and no later one. */
  close(): void;
}

/** Milliseconds after a change during which further changes join the same save. */
const DEBOUNCE_MS = 250;

/** Factor of the pause after a save. A large state takes long to write: saving takes at most one tenth of the time. */
const WAIT_PER_SAVE = 9;

/**
 * Saves the sandbox after each change, at most four times a second.
 *
 * @param onError called with an error of the store; the next change tries again. Default: `console.error`
 */
export function saveChanges(
  core: SandboxCore,
  store: ScenarioStore,
  onError: (error: unknown) => void = (error) => console.error(error),
): Persistence {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Promise<void> = Promise.resolve();
  let lastSaveMs = 0;

  /** Saves the state at the time of the call. Saves run one after the other. */
  function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const startedMs = performance.now();
    const scenario = saveScenario(core, { keepsRunning: true });
    latest = latest
      .catch(() => undefined)
      .then(() => store.save(scenario))
      .finally(() => (lastSaveMs = performance.now() - startedMs));
    return latest;
  }

  const saveOrReport = () => void save().catch(onError);

  void listen(core, () => {
    if (isClosed) return;
    timer ??= setTimeout(saveOrReport, Math.max(DEBOUNCE_MS, lastSaveMs * WAIT_PER_SAVE));
  });
  return {
    flush: () => (isClosed ? latest : save()),
    close() {
      if (isClosed) return;
      isClosed = true;
      saveOrReport();
    },
  };
}

/** Calls `onChange` after every change of the marketplace, until the sandbox is closed. */
async function listen(core: SandboxCore, onChange: () => void): Promise<void> {
  const reader = core.events.stream().getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (decoder.decode(value).includes('event: state')) onChange();
  }
}
