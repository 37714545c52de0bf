import type { ClientOptions } from '../../bff/index.ts';
import { createTokenEndpoint } from '../../bff/service/oauth.ts';
import { isVaultError, TOKEN_PATH } from '../../protocol/index.ts';
import type { VaultError } from '../../protocol/index.ts';
import { madeUp } from './ask.ts';
import type { Check, Setup } from './check.ts';
import { failed, notChecked, ok, warning } from './check.ts';

/**
 * Whether the service knows the client. It is asked to exchange a code that nobody was given, so nothing is spent: who asks is asked first.
 *
 * @see interface §4.2, RFC 6749 section 5.2
 */
export const client: Check = {
  id: 'client',
  group: 'Service',
  title: 'Client',
  needs: ['service'],
  async look(setup) {
    const refusal = await refusalOf(setup, setup.settings.bff.client);
    if (!refusal) {
      return failed(
        'The service gave tokens for a code that nobody was given.',
        'This cannot be the service: check VAULTLINK_BASE_URL.',
      );
    }
    switch (refusal.code) {
      case 'reconnect_required':
        return (await isTold(setup))
          ? ok(
              'The service knows the client: it refuses a made-up code, and a made-up client first.',
            )
          : notChecked(
              'The service says the same of a made-up client: whether this one is right shows at the first connect.',
            );
      case 'configuration_error':
        return failedFor(refusal, setup);
      case 'rate_limited':
        return notChecked('The service asks for a pause.', 'Run this again later.');
      case 'service_unreachable':
        return failed(refusal.message, 'Tokens cannot be had. Ask the operator of the service.');
      default:
        return warning(
          `The token endpoint answers outside its interface: ${refusal.message}`,
          'Whether the client is right shows at the first connect.',
        );
    }
  },
};

/** Whether the service refuses a client that does not exist in another way than a code. */
const isTold = async (setup: Setup) =>
  (await refusalOf(setup, { clientId: madeUp(), clientSecret: madeUp() }))?.code ===
  'configuration_error';

/** @returns `undefined`: it was not refused */
async function refusalOf(
  setup: Setup,
  client: Pick<ClientOptions, 'clientId' | 'clientSecret'>,
): Promise<VaultError | undefined> {
  const { bff } = setup.settings;
  const { fetch, now } = setup.connections;
  const { redirectUri } = bff.client;
  const tokens = createTokenEndpoint({ ...bff.service, fetch }, { ...client, redirectUri }, now);
  try {
    await tokens.exchange({ code: madeUp(), codeVerifier: madeUp(), state: madeUp(), redirectUri });
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
    'Copy VAULTLINK_CLIENT_ID, VAULTLINK_CLIENT_SECRET and VAULTLINK_REDIRECT_URI from the settings of the client. The secret is shown once, when the client is made: if it is lost, make another client.',
  );
}
