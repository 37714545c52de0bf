import { isVaultError, TOKEN_PATH } from '../../protocol/index.ts';
import type { RequestEnd, ServiceRequest, Telemetry } from '../config/bff-options.ts';
import type { Report } from '../service/outcome-request.ts';
import type { TokenEndpoint } from '../service/oauth.ts';
import type { PreparePush } from '../service/push-request.ts';

/** The requests to the service. */
interface ServiceRequests {
  tokens: TokenEndpoint;
  push: PreparePush;
  report: Report;
}

/** Wraps requests to the service for telemetry. Each request is sent exactly once, and its result is returned even if telemetry fails. */
export function watchedRequests(
  telemetry: Telemetry,
  baseUrl: string,
  requests: ServiceRequests,
): ServiceRequests {
  function watch<T>(
    request: ServiceRequest,
    work: () => Promise<T>,
    endOf: (answer: T) => RequestEnd = () => ({ result: 'ok' }),
  ): Promise<T> {
    let answer: Promise<T> | undefined;
    const send = () => (answer ??= work());
    try {
      telemetry.request(request, () => send().then(endOf, endOfError));
    } catch {
      // An error in telemetry must not fail the request.
    }
    return send();
  }

  const post = (operation: ServiceRequest['operation'], urlTemplate: string): ServiceRequest => ({
    operation,
    method: 'POST',
    baseUrl,
    urlTemplate,
  });
  const exchange = post('exchange', TOKEN_PATH);
  const refresh = post('refresh', TOKEN_PATH);
  const push = post('push', '/api/v5/packets/{packet_id}/sellers_packets/push');

  return {
    tokens: {
      ...requests.tokens,
      exchange: (order) => watch(exchange, () => requests.tokens.exchange(order)),
      refresh: (refreshToken) =>
        watch(
          refresh,
          () => requests.tokens.refresh(refreshToken),
          (answer) => (answer.kind === 'tokens' ? { result: 'ok' } : endOfError(answer.error)),
        ),
    },
    push(packetId, answers) {
      const send = requests.push(packetId, answers);
      return (accessToken) => watch(push, () => send(accessToken));
    },
    report(outcome, token) {
      const urlTemplate = `/api/v3/endlinks/${outcome}`;
      return watch({ operation: 'report', method: 'GET', baseUrl, urlTemplate }, () =>
        requests.report(outcome, token),
      );
    },
  };
}

function endOfError(error: unknown): RequestEnd {
  if (!isVaultError(error)) return { result: 'service_error' };
  return { result: error.code, status: error.status };
}
