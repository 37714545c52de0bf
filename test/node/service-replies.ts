/** A token response that no mistake of ours could be hidden in. @see interface §2.2 */
export const tokenResponse = (number: number) => ({
  access_token: `access-token-${number}`,
  token_type: 'Bearer',
  expires_in: 86_400,
  refresh_token: `refresh-token-${number}`,
  scope: 'push_packet',
  created_at: '2026-11-21T09:00:00.000Z',
});

/** What the service answers to a push. @see interface §2.3 §4.3 */
export const pushReply = (packetId: string) => ({
  message: 'Data successfully synced',
  sellers_packet: {
    id: 'sellers-packet-1',
    packet_id: packetId,
    account_id: 'account-1',
    beneficiary_account_id: null,
    status: 'published',
    autosell_setting: 'enabled_for_any_price',
    created_at: '2026-11-21T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.000Z',
    first_published_at: '2026-11-21T09:00:00.000Z',
  },
});

const TOKEN_PATH = '/oauth/token';
const TOKENS = JSON.stringify(tokenResponse(1));
const PUSHED = JSON.stringify(pushReply('packet-1'));

/** Whether a call is a push: the only other one is for tokens. */
export const isPush = (path: string | undefined): boolean => path !== TOKEN_PATH;

/** What the service answers to any call, as JSON. */
export const replyTo = (path: string | undefined): string => (isPush(path) ? PUSHED : TOKENS);
