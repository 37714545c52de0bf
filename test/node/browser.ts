/**
 * A browser as far as the backend sees it: it keeps cookies, and its pages are of the backend's own origin.
 *
 * @param address where the backend listens
 * @param origin what the backend calls itself
 * @param added headers that a proxy adds to each request
 */
export function openBrowser(
  address: string,
  origin = address,
  added: Readonly<Record<string, string>> = {},
) {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const own = init.headers as Record<string, string>;
    const headers = { ...added, ...own, ...(cookie && { cookie }) };
    const response = await fetch(address + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  }

  const fromPage = { 'x-vaultlink': '1', origin, 'sec-fetch-site': 'same-origin' };
  return {
    cookies,
    send,
    /**
     * Connects; the service says yes.
     *
     * @param headers what a proxy adds
     * @param code what the service sends back
     * @returns the answer of the callback
     */
    async connect(headers: Record<string, string> = {}, code = 'code-1'): Promise<Response> {
      const away = await send('/vault/connect?return_to=/done', {
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      });
      const state = new URL(away.headers.get('location') ?? '').searchParams.get('state') ?? '';
      await away.body?.cancel();
      const query = new URLSearchParams({ code, state }).toString();
      return send(`/vault/callback?${query}`, { headers });
    },
    relay: (outcome: string, token: string, headers: Record<string, string> = {}) =>
      send(`/vault/endlinks/${outcome}`, {
        method: 'POST',
        headers: { ...fromPage, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ token }),
      }),
    session: () => send('/vault/session', { headers: fromPage }),
    push: (packetId: string, payload: unknown, headers: Record<string, string> = {}) =>
      send(`/vault/packets/${packetId}/push`, {
        method: 'POST',
        headers: { ...fromPage, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ payload }),
      }),
  };
}
