import { fetchTransport, type ClientOptions } from '../../bff/index.ts';
import { createTokenEndpoint } from '../../bff/inspecting.ts';
import { failed, notChecked, ok, warning } from '../../findings/index.ts';
import { isVaultError, TOKEN_PATH, type VaultError } from '../../protocol/index.ts';
import { madeUpSecret } from './ask.ts';
import type { Check, Setup } from './check.ts';

/**
 * Checks whether the service knows the client. Exchanges a made-up code, which spends nothing, because a service authenticates the client before it
 * checks the code.
 *
 * @see interface §4.2, RFC 6749 section 5.2
 */
export const client: Check = {
  id: 'client',
  group: 'Service',
  title: 'Client',
  needs: ['service'],
  async run(setup) {
    const refusal = await refusalOf(setup, setup.settings.bff.client);
    if (!refusal) {
      return failed(
        'The service issued tokens for a made-up code.',
        'This is probably not the service. Check VAULTLINK_BASE_URL.',
      );
    }
    switch (refusal.code) {
      case 'reconnect_required':
        return (await isTold(setup))
          ? ok(
              'The service knows the client: it refuses a made-up client differently from a made-up code.',
            )
          : notChecked(
              'The service responds in the same way to a made-up client. Connect once to verify the client.',
            );
      case 'configuration_error':
        return failedFor(refusal, setup);
      case 'rate_limited':
        return notChecked('The service limits the request rate.', 'Run this command again later.');
      case 'service_unreachable':
        return failed(
          refusal.message,
          'The backend cannot get tokens. Ask the operator of the service.',
        );
      default:
        return warning(
          `The response of the token endpoint does not follow the interface: ${refusal.message}`,
          'Connect once to verify the client.',
        );
    }
  },
};

/** Returns whether the service refuses an unknown client differently from an unknown code. */
const isTold = async (setup: Setup) =>
  (await refusalOf(setup, { clientId: madeUpSecret(), clientSecret: madeUpSecret() }))?.code ===
  'configuration_error';

/** @returns `undefined` if the service did not refuse the request */
async function refusalOf(
  setup: Setup,
  client: Pick<ClientOptions, 'clientId' | 'clientSecret'>,
): Promise<VaultError | undefined> {
  const { bff } = setup.settings;
  const { fetch, now } = setup.connections;
  const { redirectUri } = bff.client;
  const tokens = createTokenEndpoint(
    { ...bff.service, transport: fetchTransport(fetch) },
    { ...client, redirectUri },
    now,
  );
  try {
    await tokens.exchange({
      code: madeUpSecret(),
      codeVerifier: madeUpSecret(),
      state: madeUpSecret(),
      redirectUri,
    });
    return undefined;
  } catch (error) {
    if (isVaultError(error)) return error;
    throw error;
  }
}

function failedFor({ status = 0, message }: VaultError, { settings }: Setup) {
  const address = settings.bff.service.baseUrl.replace(/\/+$/, '') + TOKEN_PATH;
  if (status < 400 || status === 404 || status === 405) {
    return failed(
      `There is no token endpoint at ${address} (status ${status}).`,
      'Check VAULTLINK_BASE_URL.',
    );
  }
  return failed(
    `The service refuses the client: ${message}`,
    'Copy VAULTLINK_CLIENT_ID, VAULTLINK_CLIENT_SECRET and VAULTLINK_REDIRECT_URI from the settings of the client. The service shows the secret once, when you create the client. If you have lost it, create another client.',
  );
}
