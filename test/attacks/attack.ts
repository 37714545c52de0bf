import type { ListeningService } from '../support/service/listening-service.ts';
import type { openBrowser } from '../node/browser.ts';
import type { start } from '../node/program.ts';

/** Where an attack takes place: one `vaultlink serve` on SQLite, and the service behind it. */
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
  /** Whether milliseconds are judged. On a busy machine they say little. */
  isTimed: boolean;
  /** Notes that an honest user was not served. */
  noteFailure: (text: string) => void;
}

/** What an attack has prepared. */
interface Prepared {
  variables: Record<string, string>;
  userHeaders?: Record<string, string>;
  close: () => Promise<void>;
}

/** Somebody who attacks, and what comes of it. */
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
  /** Whether `run` lasts for a while by itself. Default: it is repeated for as long as the honest user is watched. */
  isLong?: boolean;
}
