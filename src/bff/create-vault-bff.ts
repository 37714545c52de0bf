import { BASE_PATH, isVaultError, VaultError } from '../protocol/index.ts';
import { composeVaultBff } from './vault-bff.ts';
import type { VaultBff } from './vault-bff.ts';
import { internalError, placeOf } from './failure.ts';
import { live } from './http/health.ts';
import { preferredForm } from './http/navigation-request.ts';
import { errorPage } from './http/pages/error-page.ts';
import { errorReply } from './http/replies.ts';
import type { VaultBffOptions, VaultEvent } from './config/bff-options.ts';

/** Returns the options once they are needed. It may wait for them, such as for secrets that are kept elsewhere. */
export type LateOptions = () => VaultBffOptions | Promise<VaultBffOptions>;

/** What has to be known of late options before they are there. */
export interface KnownAhead {
  /** Their `basePath`, by which a server that mounts the backend tells its calls apart. Default: `/vault`. */
  basePath?: string | undefined;
}

/**
 * Creates a backend for the front end.
 *
 * Given a function, it needs no option before the first call: a build such as `next build` may import the module without any secret. The function is
 * called once. Mistakes in what it returns are told to `onEvent`, or else to the console, once; each call but `/health/live` is then answered with
 * `configuration_error` (500), and `push`, `pushMany` and `report` throw the mistakes. If the function itself throws, the next call calls it again.
 *
 * @param options the options, or a function that returns them
 * @param ahead for a function that returns another `basePath` than the default
 * @throws VaultError `configuration_error` with one of `messages` for each mistake in the options; with a function, the calls do
 */
export function createVaultBff(
  options: VaultBffOptions | LateOptions,
  ahead: KnownAhead = {},
): VaultBff {
  return typeof options === 'function' ? createLateBff(options, ahead) : composeVaultBff(options);
}

function createLateBff(options: LateOptions, { basePath = BASE_PATH }: KnownAhead): VaultBff {
  let bff: Promise<VaultBff> | undefined;
  let isDraining = false;
  let lastDetail: string | undefined;

  const use = () => (bff ??= make());

  async function make(): Promise<VaultBff> {
    let made: VaultBffOptions | undefined;
    try {
      // Even a function that throws at once does so after `bff` is set.
      const loaded = await Promise.resolve().then(options);
      made = loaded;
      const created = composeVaultBff(loaded);
      if (created.basePath !== basePath) {
        await created.close();
        throw new VaultError(
          'configuration_error',
          'basePath differs from the one that createVaultBff was given with the function: give it there, too.',
        );
      }
      if (isDraining) created.drain();
      return created;
    } catch (error) {
      tellOnce(made?.onEvent, isVaultError(error) ? error.message : placeOf(error));
      // Mistakes in the options stay. What the function waits for may have been away.
      if (!made) bff = undefined;
      throw error;
    }
  }

  /** The function may fail with each call: the log shows each reason once. */
  function tellOnce(onEvent: VaultBffOptions['onEvent'], detail: string): void {
    if (detail === lastDetail) return;
    lastDetail = detail;
    const event: VaultEvent = {
      type: 'failed',
      where: 'options',
      code: 'configuration_error',
      detail,
    };
    try {
      if (onEvent) onEvent(event);
      else console.error(`vaultlink: the options are refused: ${detail}`);
    } catch {
      // A listener that throws stops nothing.
    }
  }

  return {
    basePath,
    async fetch(request) {
      let used: VaultBff;
      try {
        used = await use();
      } catch {
        // A monitor would start the process again and again, and the same options with it.
        if (isAboutLife(request, basePath)) return live();
        return refuse(request, basePath);
      }
      return used.fetch(request);
    },
    push: async (...call) => (await use()).push(...call),
    async *pushMany(items, manyOptions) {
      yield* (await use()).pushMany(items, manyOptions);
    },
    report: async (...call) => (await use()).report(...call),
    checkKeys: async () => (await use()).checkKeys(),
    disconnect: async (...call) => (await use()).disconnect(...call),
    drain() {
      isDraining = true;
      void bff?.then(
        (used) => used.drain(),
        () => undefined,
      );
    },
    async close(timeoutMs) {
      const used = await bff?.catch(() => undefined);
      await used?.close(timeoutMs);
    },
  };
}

const isAboutLife = ({ method, url }: Request, basePath: string): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).pathname === `${basePath}/health/live`;

/** As the routes do, where nothing but the call itself is known. */
function refuse(request: Request, basePath: string): Response | Promise<Response> {
  const error = internalError();
  return preferredForm(request) === 'page'
    ? errorPage({ basePath }, request, error)
    : errorReply(error);
}
