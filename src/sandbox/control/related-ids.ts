import { AUTHORIZE_PATH, packetOfPush, TOKEN_PATH } from '../service/service-paths.ts';
import { pairKey } from '../market/market.ts';
import type { Market } from '../market/market.ts';
import type { LoggedRequest } from '../core/request-log.ts';

/** Ids of the records that a request is about. */
type RelatedIds = Pick<LoggedRequest, 'seller_id' | 'packet_id' | 'interaction_id' | 'client_id'>;

const MAX_ID_LENGTH = 200;

/**
 * Finds the seller, packet, interaction and client of a request before it is answered, by its token, query or body. Keeps ids that do not exist.
 *
 * @param body the whole body
 */
export function relatedIdsOf(
  market: Market,
  request: Request,
  { path, token }: Pick<LoggedRequest, 'path' | 'token'>,
  body: string | null,
): RelatedIds {
  const unknown = { seller_id: null, packet_id: null, interaction_id: null, client_id: null };
  const issued = market.tokens.get(token ?? '');
  if (issued) {
    const { seller_id, packet_id, interaction_id } = issued;
    return { ...unknown, seller_id, packet_id, interaction_id };
  }
  if (path === AUTHORIZE_PATH) {
    const client_id = textOf(new URL(request.url).searchParams.get('client_id'));
    const seller_id = textOf(new URLSearchParams(body ?? '').get('seller_id'));
    return { ...unknown, client_id, seller_id };
  }
  if (path === TOKEN_PATH) {
    const fields = fieldsIn(body);
    const pair = market.tokenPairs.byRefreshToken(String(fields.refresh_token));
    const holder = market.codes.get(String(fields.code)) ?? pair;
    return {
      ...unknown,
      client_id: textOf(fields.client_id),
      seller_id: holder?.seller_id ?? null,
    };
  }
  const packet_id = packetOfPush(path);
  if (packet_id === undefined) return unknown;
  const [, accessToken] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const pair = market.tokenPairs.byAccessToken(accessToken ?? '');
  const { seller_id = null, client_id = null } = pair ?? {};
  const known = market.sellersPackets.get(pairKey(seller_id ?? '', packet_id));
  const interaction_id = known?.id ?? null;
  return { packet_id: textOf(packet_id), seller_id, client_id, interaction_id };
}

function fieldsIn(body: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, MAX_ID_LENGTH) : null;
