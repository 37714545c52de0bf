/** The bodies of the service's successful answers, as the interface shows them. */

const AN_INSTANT = '2026-03-01T12:00:00.000Z';

/** A token response. @see interface §2.2 */
export const tokenReply = (accessToken: string, refreshToken: string) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: 86_400,
  refresh_token: refreshToken,
  scope: 'push_packet',
  created_at: AN_INSTANT,
});

/**
 * The answer to a push. `receipt` is not in the interface: the backend passes on what it does not know.
 *
 * @see interface §2.3, §4.3
 */
export const pushReply = (packetId: string) => ({
  message: 'Data successfully synced',
  sellers_packet: {
    id: 'sellers-packet-1',
    packet_id: packetId,
    account_id: 'account-1',
    beneficiary_account_id: null,
    status: 'published',
    autosell_setting: 'enabled_for_any_price',
    created_at: AN_INSTANT,
    updated_at: AN_INSTANT,
    first_published_at: AN_INSTANT,
  },
  receipt: 'receipt-1',
});
