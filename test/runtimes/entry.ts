/**
 * The backend with the stand-in for the service, as one module for every runtime. It is bundled, so that what runs is what a user's bundler makes of the
 * package.
 */
import { createSandbox } from '../../src/sandbox/index.ts';
import { createVaultBff, fetchTransport, memoryStore } from '../../src/bff/index.ts';
import type { VaultBff, VaultBffOptions } from '../../src/bff/index.ts';
import { jsonResponse } from '../support/service/answers.ts';
import { pushReply } from '../support/service/replies.ts';
import { standInService } from '../support/service/stand-in-service.ts';

const ORIGIN = 'http://localhost:3000';

/** Calls the helpers of the sandbox on this runtime, and returns their results. */
async function useSandbox(): Promise<Record<string, unknown>> {
  const sandbox = createSandbox({
    seed: 'runtimes',
    packets: [{ id: 'survey', endlink_url: 'https://survey.example/' }],
  });
  const { token } = await sandbox.startEndlink();
  const waiting = sandbox.waitForOutcome({ token });
  const path = `/api/v3/endlinks/complete?service_endlink_token=${token}`;
  const { status } = await sandbox.fetch(new Request(`http://localhost${path}`));
  const { outcome } = await waiting;
  sandbox.loadScenario(sandbox.saveScenario());
  const again = await sandbox.sellersPacket();
  sandbox.close();
  return { token, status, outcome, state: again?.state };
}

/** Nineteen twentieths of the life of an access token. */
const LATE_IN_ITS_LIFE_MS = 0.95 * 86_400_000;

/**
 * A handler of requests. Besides the backend it knows two paths: `/late` puts its clock to where tokens are renewed in the background, and
 * `/release` lets the service answer that.
 */
export function handlerWith(more: Pick<VaultBffOptions, 'waitUntil'> = {}) {
  let backend: VaultBff | undefined;
  let aheadMs = 0;
  const service = standInService();
  // The first token request exchanges the code, the second one refreshes.
  service.tokenEndpoint.answerNext((_, processRequest) => processRequest());
  const refresh = service.tokenEndpoint.holdNext();
  service.pushEndpoint.answerEvery((request, processRequest) => {
    const response = processRequest();
    if (!response.ok) return response;
    return jsonResponse(200, { ...pushReply('packet-1'), payload: request.body.payload });
  });

  /** Made by the first request: Workers do no cryptography before it. */
  const backendOf = () =>
    (backend ??= createVaultBff({
      service: { baseUrl: 'http://localhost:1', transport: fetchTransport(service.fetch) },
      client: {
        clientId: 'client-1',
        clientSecret: 'the-secret-of-the-client',
        redirectUri: `${ORIGIN}/vault/callback`,
      },
      origin: ORIGIN,
      keys: [{ id: 'k1', key: btoa('01234567890123456789012345678901') }],
      store: memoryStore(),
      now: () => Date.now() + aheadMs,
      ...more,
    }));

  return async (request: Request): Promise<Response> => {
    switch (new URL(request.url).pathname) {
      case '/late':
        aheadMs = LATE_IN_ITS_LIFE_MS;
        return new Response();
      case '/sandbox':
        return jsonResponse(200, await useSandbox());
      case '/release':
        refresh.release();
        return new Response();
      default:
        return backendOf().fetch(request);
    }
  };
}
