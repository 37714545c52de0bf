import type { RelayReply } from '../../protocol/index.ts';
import { relayRequest } from '../../protocol/schemas.ts';
import { relayOutcome } from '../outcomes/relay-outcome.ts';
import type { RelayPorts } from '../outcomes/relay-outcome.ts';
import { readObject } from './body.ts';
import { limitedAddressOf } from './client-address.ts';
import type { AddressPorts } from './client-address.ts';
import { parseBody } from './parse-body.ts';
import { givenIdOf, requestIdOf } from './request-id.ts';
import { jsonReply } from './replies.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';
import type { WebBackend } from './web-backend.ts';

/** Reports an outcome for a page. Sellers who take a survey have no session: the token identifies them. */
export async function relay(
  ports: RelayPorts & AddressPorts & Pick<WebBackend, 'requestLimits' | 'settings'>,
  request: RouteRequest,
  outcome: string,
): Promise<RouteResponse> {
  const { token } = parseBody(relayRequest, await readObject(request));
  const { mayReport } = ports.settings;
  const { endlinks: limit } = ports.requestLimits;
  let address: string | undefined;
  const confirmed = await relayOutcome(ports, {
    outcome,
    token,
    askHost: mayReport && ((known) => mayReport(request.webRequest, known, token)),
    count() {
      address = limitedAddressOf(ports, request);
      limit.countRequest(address);
    },
    chargeRefusal: (error) => limit.chargeRefusal(address, error),
    requestId: () => requestIdOf(request),
    fields: givenIdOf(request),
  });
  return jsonReply(200, { result: 'confirmed', outcome: confirmed } satisfies RelayReply);
}
