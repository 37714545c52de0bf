import { BASE_PATH, isVaultError, VaultError } from '../protocol/index.ts';
import { runBff, withMethods } from './vault-bff.ts';
import type { RunningBff, VaultBff } from './vault-bff.ts';
import { internalError, placeOf } from './failure.ts';
import { live } from './http/health.ts';
import { preferredForm } from './http/navigation-request.ts';
import { errorPage } from './http/pages/error-page.ts';
import { errorReply } from './http/replies.ts';
import type { RouteResponse } from './http/replies.ts';
import { withRequestId } from './http/request-id.ts';
import { pathOf } from './http/route-request.ts';
import type { RouteRequest } from './http/route-request.ts';
import { assertKnownOptions } from './config/mistakes.ts';
import type { VaultBffOptions } from './config/bff-options.ts';
import type { VaultEvent } from './events.ts';

/** Returns the options when they are first needed. It may be async, for example to load secrets. */
export type LateOptions = () => VaultBffOptions | Promise<VaultBffOptions>;

/** Settings that must be known before late options are loaded. */
export interface LateBffSettings {
  /** The `basePath` of the options. A server that mounts the backend needs it to route requests. Default: `/vault`. */
  basePath?: string | undefined;
}

/**
 * Creates a backend for the front end.
 *
 * If you pass a function, the backend needs no options until the first request: a build such as `next build` can import the module without any
 * secret. The function is called once. Mistakes in the options are reported once, to `onEvent` or else to the console. Each request except
 * `/health/live` is then answered with `configuration_error` (500), and `push`, `pushMany` and `report` throw it. If the function itself throws, the
 * next request calls it again.
 *
 * @param options the options, or a function that returns them
 * @param lateSettings needed if the function returns a `basePath` other than the default
 * @throws VaultError `configuration_error` with one of `messages` for each mistake in the options. If you pass a function, the methods of the backend
 *   throw it instead, except for a mistake in `lateSettings`
 */
export function createVaultBff(
  options: VaultBffOptions | LateOptions,
  lateSettings: LateBffSettings = {},
): VaultBff {
  if (typeof options === 'function') return createLateBff(options, lateSettings);
  const bff = runBff(options);
  const { answer, drain, close } = bff;
  const { basePath } = bff.backend.settings;
  return withMethods({ basePath, answer, drain, close }, () => Promise.resolve(bff));
}

function createLateBff(options: LateOptions, lateSettings: LateBffSettings): VaultBff {
  assertKnownOptions(lateSettings, { basePath: true });
  const { basePath = BASE_PATH } = lateSettings;
  let bff: Promise<RunningBff> | undefined;
  let isDraining = false;
  let lastDetail: string | undefined;

  const getBff = () => (bff ??= createBff());

  async function createBff(): Promise<RunningBff> {
    let loadedOptions: VaultBffOptions | undefined;
    try {
      // Called asynchronously, so that `bff` is assigned even if the function throws synchronously.
      const loaded = await Promise.resolve().then(options);
      loadedOptions = loaded;
      const created = runBff(loaded);
      if (created.backend.settings.basePath !== basePath) {
        await created.close();
        throw new VaultError(
          'configuration_error',
          'The options have another basePath than the second argument of createVaultBff. Pass the same basePath there.',
        );
      }
      if (isDraining) created.drain();
      return created;
    } catch (error) {
      emitOnce(loadedOptions?.onEvent, isVaultError(error) ? error.message : placeOf(error));
      // Mistakes in the options are permanent, but a function that failed to load them may succeed later.
      if (!loadedOptions) bff = undefined;
      throw error;
    }
  }

  async function answer(request: RouteRequest): Promise<RouteResponse> {
    let used: RunningBff;
    try {
      used = await getBff();
    } catch {
      // If liveness failed here, a monitor would restart the process again and again with the same options.
      if (isLivenessProbe(request, basePath)) return live();
      return withRequestId(request, await refuse(request, basePath));
    }
    return used.answer(request);
  }

  /** Emits each reason once, because the function may fail on each request. */
  function emitOnce(onEvent: VaultBffOptions['onEvent'], detail: string): void {
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
      else console.error(`vaultlink: the options are invalid: ${detail}`);
    } catch {
      // Ignore errors thrown by event listeners.
    }
  }

  function drain(): void {
    isDraining = true;
    void bff?.then(
      (used) => used.drain(),
      () => undefined,
    );
  }

  async function close(timeoutMs?: number): Promise<void> {
    const used = await bff?.catch(() => undefined);
    await used?.close(timeoutMs);
  }

  return withMethods({ basePath, answer, drain, close }, getBff);
}

const isLivenessProbe = (request: RouteRequest, basePath: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  pathOf(request) === `${basePath}/health/live`;

/** Answers with an error as the routes do, in the format that the request prefers. */
function refuse(request: RouteRequest, basePath: string): RouteResponse | Promise<RouteResponse> {
  const error = internalError();
  return preferredForm(request) === 'page'
    ? errorPage({ basePath }, request, error)
    : errorReply(error);
}
