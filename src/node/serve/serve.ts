import type { LogEntry, VaultBffOptions, VaultEvent } from '../../bff/index.ts';
import { assertNoMistakes } from '../../bff/operating.ts';
import { openBackend } from '../open-backend.ts';
import { createClientAddress, warningsOfProxies } from './proxied-address.ts';
import type { ServeSettings } from '../config/environment.ts';
import { assertHost, listenerOf, listenWith } from '../http/listener.ts';
import { toNodeHandler } from '../http/node-handler.ts';
import { createLog } from './log.ts';
import { askMayReport } from './ask-may-report.ts';
import { staticFiles } from './static-files.ts';
import { mistakesOfSubjectHeader, readSubjectHeader } from './subject.ts';
import {
  onOrOff,
  SERVE_UNDER_THE_SITE,
  warningOfOtherSites,
  warningsOfSwitches,
} from './settings-warnings.ts';
import { undiciTransport } from '../http/undici-transport.ts';

/** Time limit for requests in flight at shutdown. A token request may take half of it. */
const IN_FLIGHT_TIMEOUT_MS = 60_000;

/** The request to `VAULTLINK_MAY_REPORT_URL` times out first, because its message is more precise. */
const MAY_REPORT_SLACK_MS = 1000;

/** A running backend server. */
export interface RunningBackend {
  origin: string;
  /**
   * Shuts down gracefully: fails the readiness probe, accepts requests for `VAULTLINK_DRAIN_MS` more, waits for requests in flight and above all for
   * refreshes, then closes the store.
   *
   * @param options.isAtOnce skips `VAULTLINK_DRAIN_MS` when no proxy has to notice the shutdown. Default: `false`
   */
  close(options?: { isAtOnce?: boolean }): Promise<void>;
}

/** Output of a running backend. */
export interface ServeOutput {
  /** Receives JSON lines: one at the start, one for each event, and warnings. They contain no secret and no user name. */
  log: (text: string) => void;
}

/**
 * Serves the backend and, optionally, a static folder beside it.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each remaining mistake
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export async function serve(settings: ServeSettings, output: ServeOutput): Promise<RunningBackend> {
  const {
    mayReportUrl,
    mayReportTimeoutMs: timeoutMs,
    staticFolder,
    hostname,
    port,
    drainMs,
    keepAliveTimeoutMs,
  } = settings;
  assertNoMistakes(mistakesOfSubjectHeader(settings));
  await assertHost(hostname);
  const log = createLog(output.log, settings.logLevel);
  const onEvent = (event: VaultEvent) =>
    log.write(
      event.type === 'failed' && event.where === 'options'
        ? { type: 'warning', detail: event.detail }
        : withoutSubject(event),
    );
  const backend = await openBackend(settings, {
    subject: await createSubject(settings, onEvent),
    mayReport: mayReportUrl
      ? askMayReport({ url: mayReportUrl, timeoutMs, transport: undiciTransport() })
      : undefined,
    mayReportTimeoutMs: timeoutMs + MAY_REPORT_SLACK_MS,
    onEvent,
  });
  const warning = warningOfOtherSites(settings.bff);
  if (warning) log.write({ type: 'warning', detail: `${warning} ${SERVE_UNDER_THE_SITE}` });
  const warnings = [...warningsOfSwitches(settings), ...warningsOfProxies(settings)];
  for (const detail of warnings) log.write({ type: 'warning', detail });
  const files = staticFolder === undefined ? undefined : listenerOf(staticFiles(staticFolder));
  const respond = toNodeHandler(backend, { clientAddress: createClientAddress(settings) });
  const listener = await listenWith(
    (incoming, outgoing) =>
      void respond(incoming, outgoing, files && (() => void files(incoming, outgoing))),
    { hostname, port, keepAliveTimeoutMs },
  ).catch(async (error: unknown) => {
    // An open connection to the store would keep the process running.
    await backend.close();
    throw error;
  });
  const { relay, hook } = settings.bff;
  // Also while the relay is off: what it has taken before is still to be delivered. It rejects if the backend keeps no outcomes.
  void backend.outcomes.run().catch(() => undefined);
  log.write({
    type: 'started',
    relay: relay === 'unsaved' ? relay : onOrOff(relay),
    hook: onOrOff(hook),
  });
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

/** Removes the subject, which is often an e-mail address. The grant id is enough to correlate the lines of one user. */
function withoutSubject(event: VaultEvent): LogEntry {
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => name !== 'subject'),
  ) as unknown as LogEntry;
}

/** Returns the `subject` option: the signed assertion if there is one, else the header of the proxy, else nothing. */
async function createSubject(
  { subjectAssertion, subjectHeader, trustedProxies }: ServeSettings,
  onEvent: (event: VaultEvent) => void,
): Promise<VaultBffOptions['subject']> {
  if (!subjectAssertion)
    return subjectHeader === undefined
      ? undefined
      : readSubjectHeader(subjectHeader, trustedProxies);
  // Only who uses assertions needs jose.
  const { readSubjectAssertion } = await import('./subject-assertion.ts');
  return readSubjectAssertion(subjectAssertion, (detail) =>
    onEvent({ type: 'failed', where: 'subject', code: 'store_unavailable', detail }),
  );
}
