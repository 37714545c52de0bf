import { createSandbox } from '../../sandbox/index.ts';

const CONTROL = 'http://127.0.0.1/sandbox';

/** A sandbox for one visit, in this process. */
export interface StandIn {
  /** The endlink URL with the token in it. */
  landingUrl: string;
  token: string;
  /** Answers a request for an outcome as the service does. */
  answer(request: {
    path: string;
    headers: Record<string, string>;
    /** Default: GET. */
    method?: string;
  }): Promise<Response>;
  close(): void;
}

/** Starts a sandbox with one endlink, and has a seller press it. */
export async function openStandIn(endlinkUrl: string): Promise<StandIn> {
  const sandbox = createSandbox({
    packets: [{ id: 'check', endlink_url: endlinkUrl }],
    sellers: [{ id: 'seller' }],
  });
  const response = await sandbox.fetch(
    new Request(`${CONTROL}/endlinks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ packet_id: 'check', seller_id: 'seller' }),
    }),
  );
  const { url, token } = (await response.json()) as { url: string; token: string };
  return {
    landingUrl: url,
    token,
    answer: ({ path, headers, method = 'GET' }) =>
      sandbox.fetch(new Request(`http://127.0.0.1${path}`, { headers, method })),
    close: () => sandbox.close(),
  };
}
