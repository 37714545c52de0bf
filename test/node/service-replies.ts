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
