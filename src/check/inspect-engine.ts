import type { ConsoleCause } from '../protocol/causes.ts';

/** The public object of the tag, each part of which a page or another script may lack. */
interface PageVaultlink {
  token?: () => string | undefined;
  state?: () => EngineState;
  options?: Record<string, string | undefined>;
  page?: { problems?: Map<ConsoleCause, string>; forgottenToken?: string };
  subscribe?: (listener: () => void) => void;
}

interface EngineState {
  state: string;
  outcome?: string;
  status?: number;
  inMemory?: boolean;
}

/** The tag of a page, as it is at one moment. */
export interface Engine {
  /** True if `window.vaultlink` is set: by the tag, or by a page that queues callbacks for it. */
  isNamed: boolean;
  /** True if the tag has set it, and so has run. */
  isRunning: boolean;
  options: Record<string, string | undefined>;
  /** The token that the tag keeps. */
  token: string | undefined;
  forgottenToken: string | undefined;
  state: EngineState;
  problems: { cause: ConsoleCause; sentence: string }[];
  /** The origin of the service, if it is not the page's own. */
  serviceOrigin: string | undefined;
  subscribe: PageVaultlink['subscribe'];
}

/**
 * Returns a function that reads the tag of a page. Runs in each page before its scripts. Its source text is sent to the browser, so it must use nothing
 * from outside itself.
 */
export function inspectEngine(): () => Engine {
  // Scripts of the page may give these names to something of their own.
  const { Map, URL } = window;

  const serviceOriginOf = (baseUrl = '') => {
    const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
    return origin === location.origin ? undefined : origin;
  };

  return () => {
    const { vaultlink } = window as unknown as { vaultlink?: PageVaultlink };
    const { options = {}, page } = vaultlink ?? {};
    const problems = page?.problems ?? new Map<ConsoleCause, string>();
    return {
      isNamed: Boolean(vaultlink),
      isRunning: typeof vaultlink?.token === 'function',
      options,
      token: vaultlink?.token?.(),
      forgottenToken: page?.forgottenToken,
      state: vaultlink?.state?.() ?? { state: 'missing' },
      problems: [...problems].map(([cause, sentence]) => ({ cause, sentence })),
      serviceOrigin: serviceOriginOf(options.baseUrl),
      subscribe: vaultlink?.subscribe?.bind(vaultlink),
    };
  };
}
