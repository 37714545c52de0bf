import { isUtf8 } from 'node:buffer';
import type { VaultEvent } from '../../bff/index.ts';
import { BASE_PATH } from '../../protocol/index.ts';
import { openBackend } from '../open-backend.ts';
import { createClientAddress } from './client-address.ts';
import type { ServeSettings } from '../config/environment.ts';
import { listen } from '../http/listener.ts';
import { createLog } from './log.ts';
import { askMayReport } from './may-report.ts';
import { SERVE_UNDER_THE_SITE, warningOfOtherSites } from './other-sites.ts';
import { staticFiles } from './static-files.ts';
import { onOrOff, warningsOfSwitches } from './switch-warnings.ts';
import { undiciFetch } from '../http/undici-fetch.ts';

/** How long requests that have begun may take, in milliseconds. A token request may take half of it. */
const IN_FLIGHT_TIMEOUT_MS = 60_000;

/** A backend that listens. */
export interface RunningBackend {
  origin: string;
  /**
   * Says that it is not ready, answers for `VAULTLINK_DRAIN_MS` whatever still comes, lets what is in flight come to its end, a refresh above all,
   * and closes the store.
   *
   * @param options.isAtOnce leaves out `VAULTLINK_DRAIN_MS`, where no proxy has to notice. Default: `false`
   */
  close(options?: { isAtOnce?: boolean }): Promise<void>;
}

/** Where a running backend writes its lines. */
export interface ServeOutput {
  /** Gets lines of JSON: one when it has started, one for each event, and warnings, without a secret and without the name of a user. */
  log: (text: string) => void;
}

/**
 * Serves the backend for the front end, and a folder beside it.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each mistake that is left
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export async function serve(settings: ServeSettings, output: ServeOutput): Promise<RunningBackend> {
  const {
    subjectHeader,
    mayReportUrl,
    mayReportTimeoutMs: timeoutMs,
    staticFolder,
    hostname,
    port,
    drainMs,
    keepAliveTimeoutMs,
  } = settings;
  const log = createLog(output.log);
  const onEvent = (event: VaultEvent) =>
    log.write(
      event.type === 'failed' && event.where === 'options'
        ? { type: 'warning', detail: event.detail }
        : withoutSubject(event),
    );
  const onUnknown = (detail: string) =>
    onEvent({ type: 'failed', where: 'may-report', code: 'store_unavailable', detail });
  const backend = await openBackend(settings, {
    subject: subjectHeader ? ({ headers }) => textOf(headers.get(subjectHeader) ?? '') : undefined,
    clientAddress: createClientAddress(settings.trustedProxies),
    mayReport: mayReportUrl
      ? askMayReport({ url: mayReportUrl, timeoutMs, fetch: undiciFetch(), onUnknown })
      : undefined,
    onEvent,
  });
  const warning = warningOfOtherSites(settings.bff);
  if (warning) log.write({ type: 'warning', detail: `${warning} ${SERVE_UNDER_THE_SITE}` });
  for (const detail of warningsOfSwitches(settings)) log.write({ type: 'warning', detail });
  const files = staticFolder === undefined ? undefined : staticFiles(staticFolder);
  const listener = await listen(
    (request) => (files && !isBackend(request.url) ? files(request) : backend.fetch(request)),
    { hostname, port, keepAliveTimeoutMs, replaceGlobals: true },
  );
  const { relay, hook } = settings.bff;
  log.write({ type: 'started', relay: onOrOff(relay), hook: onOrOff(hook) });
  return {
    origin: listener.origin,
    async close({ isAtOnce = false } = {}) {
      backend.drain();
      await listener.drain(IN_FLIGHT_TIMEOUT_MS, isAtOnce ? 0 : drainMs);
      await backend.close();
      log.flush();
    },
  };
}

/** A subject is often an e-mail address. The id of the grant tells as well which lines belong together. */
function withoutSubject(event: VaultEvent): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'subject'));
}

/** Node reads the bytes of a header as Latin-1, whatever wrote them: most proxies mean UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

function isBackend(url: string): boolean {
  // Cheaper than a URL, for each request: the path begins at the first slash behind "http://".
  const path = url.slice(url.indexOf('/', 8));
  return path.startsWith(BASE_PATH) && /^[/?]?$/.test(path.charAt(BASE_PATH.length));
}
