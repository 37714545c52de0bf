import { isAddress, isRedirectUri } from '../../../bff/config/addresses.ts';
import * as read from '../readers.ts';
import { ALL, SERVE } from '../variable.ts';
import type { Variable } from '../variable.ts';

/** Variables about the service and the OAuth client. */
export const CLIENT = {
  VAULTLINK_BASE_URL: {
    usedBy: ALL,
    meaning: 'Address of the service: https, or http on this machine.',
    example: 'https://service.example',
    required: 'set it to the address of the service',
    read: read.baseAddress,
  },
  VAULTLINK_AUTHORIZE_URL: {
    usedBy: SERVE,
    meaning: "Address of the service's authorization page, where users allow your client to push.",
    details: 'Set it only if the service names another address.',
    example: 'https://service.example/oauth/authorize',
    whenUnset: '`VAULTLINK_BASE_URL` + `/oauth/authorize`',
    read: read.textThat(isAddress, `${read.NO_ADDRESS}.`),
  },
  VAULTLINK_CLIENT_ID: {
    usedBy: ALL,
    meaning: 'Id of your OAuth client, from its settings at the service.',
    example: 'client-1',
    required: 'copy it from the settings of your client',
    read: read.anyText,
  },
  VAULTLINK_CLIENT_SECRET: {
    usedBy: ALL,
    meaning: 'Secret of your OAuth client.',
    details: 'The service shows it once, when the client is made.',
    example: 'pX2…',
    isSecret: true,
    required: 'set it, or VAULTLINK_CLIENT_SECRET_FILE, to what was shown when the client was made',
    read: read.anyText,
  },
  VAULTLINK_REDIRECT_URI: {
    usedBy: ALL,
    meaning: 'Redirect URI of your OAuth client; it leads to `/vault/callback` of this backend.',
    details:
      'It must be the same as in the settings of the client, letter by letter. If your pages use the hook, it leads to the page that does.',
    example: 'https://app.example/vault/callback',
    required: 'copy it from the settings of your client',
    read: read.textThat(isRedirectUri, `${read.NO_ADDRESS}; no hash.`),
  },
} as const satisfies Record<string, Variable>;
