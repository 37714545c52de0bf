import type { ListeningService } from '../support/service/listening-service.ts';
import type { openBrowser } from '../node/browser.ts';
import type { start } from '../node/program.ts';

/** The servers of an attack: one `vaultlink serve` on SQLite, and the service behind it. */
export interface Stage {
  /** Where the backend listens. */
  address: string;
  /** The origin that the backend has for browsers. */
  origin: string;
  service: ListeningService;
  program: ReturnType<typeof start>;
  /** The file of the store. */
  storePath: string;
  /** Opens a browser whose requests have these headers, as from a trusted proxy. */
  browse: (headers?: Record<string, string>) => ReturnType<typeof openBrowser>;
  /** Set if waiting times are judged. On a busy machine they say little. */
  isTimed: boolean;
  /** Notes that an honest user was not served. */
  noteFailure: (text: string) => void;
}

/** Result of {@link Attack.prepare}. */
interface Prepared {
  variables: Record<string, string>;
  userHeaders?: Record<string, string>;
  close: () => Promise<void>;
}

/** One way to attack the backend, with the settings that it needs. */
export interface Attack {
  /** Who attacks, and how. */
  title: string;
  /** Settings of the backend that matter to it. */
  variables?: Record<string, string>;
  /** Headers of the honest user, as a proxy sets them. */
  userHeaders?: Record<string, string>;
  /** Prepares what the variables name, such as a server. */
  prepare?: () => Promise<Prepared>;
  /** Attacks once. @returns what the attacker got, a sentence each; none where that is nothing */
  run: (stage: Stage) => Promise<string[]>;
  /** Set if `run` takes seconds by itself. Default: it is repeated while the honest user works. */
  isLong?: boolean;
}
