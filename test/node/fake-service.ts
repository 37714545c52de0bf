import { listen } from 'vaultlink/node';
import { pushReply, tokenResponse } from './service-replies.ts';

/** A request as it arrived. */
interface Received {
  path: string;
  authorization: string | null;
  body: Record<string, unknown>;
}

/** The calls that a backend makes, answered as the interface shows them. A push can be held back. */
export async function startFakeService() {
  const received: Received[] = [];
  let tokens = 0;
  let gate: Promise<void> | undefined;
  let announce: (() => void) | undefined;

  const listener = await listen(async (request) => {
    const path = new URL(request.url).pathname;
    const text = await request.text();
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    received.push({ path, authorization: request.headers.get('authorization'), body });
    if (path === '/oauth/token') return Response.json(tokenResponse((tokens += 1)));
    if (path.startsWith('/api/v3/endlinks/')) return Response.json({});
    announce?.();
    await gate;
    return Response.json(pushReply(String(body.id)));
  });

  return {
    origin: listener.origin,
    received,
    /** From now on pushes wait. `arrived` resolves with the first one. */
    hold() {
      let release!: () => void;
      gate = new Promise((resolve) => (release = resolve));
      const arrived = new Promise<void>((resolve) => (announce = resolve));
      return { arrived, release };
    },
    close: () => listener.close(),
  };
}
