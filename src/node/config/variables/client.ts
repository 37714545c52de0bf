import { isRedirectUri, REDIRECT_URI_RULE } from '../../../bff/operating.ts';
import * as read from '../readers.ts';
import { ALL, SERVE, type Variable } from '../variable.ts';

/** Variables of the service and the OAuth client. */
export const CLIENT = {
  VAULTLINK_BASE_URL: {
    usedBy: ALL,
    meaning: 'URL of the service: https, or http on this machine.',
    example: 'https://service.example',
    required: 'Set it to the URL of the service',
    read: read.baseAddress,
  },
  VAULTLINK_AUTHORIZE_URL: {
    usedBy: SERVE,
    meaning: "URL of the service's authorization page, where users allow your client to push.",
    details: 'Set it only if the service documents another URL.',
    example: 'https://service.example/oauth/authorize',
    whenUnset: '`VAULTLINK_BASE_URL` + `/oauth/authorize`',
    read: read.address,
  },
  VAULTLINK_CLIENT_ID: {
    usedBy: ALL,
    meaning: 'Id of your OAuth client, from its settings at the service.',
    example: 'client-1',
    required: 'Copy it from the settings of your client',
    read: read.anyText,
  },
  VAULTLINK_CLIENT_SECRET: {
    usedBy: ALL,
    meaning: 'Secret of your OAuth client.',
    details: 'The service shows it once, when you create the client.',
    example: 'pX2…',
    isSecret: true,
    required:
      'Set it, or VAULTLINK_CLIENT_SECRET_FILE, to the secret that the service showed when you created the client',
    read: read.anyText,
  },
  VAULTLINK_REDIRECT_URI: {
    usedBy: ALL,
    meaning: 'Redirect URI of your OAuth client: `/vault/callback` of this backend.',
    details:
      'It must be exactly the same as in the settings of the client. If your pages use the hook, set it to the page that does.',
    example: 'https://app.example/vault/callback',
    required: 'Copy it from the settings of your client',
    read: read.textThat(isRedirectUri, REDIRECT_URI_RULE),
  },
} as const satisfies Record<string, Variable>;
