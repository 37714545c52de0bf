import { pushReply, tokenResponse } from '../node/service-replies.ts';

/** The service, without a network: what it answers to the calls that the backend makes. A refresh waits until `release` is called. */
export function fakeService() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));

  async function answer(url: string, { body, headers }: RequestInit): Promise<Response> {
    const path = new URL(url).pathname;
    const sent = JSON.parse(body as string) as Record<string, unknown>;
    if (path === '/oauth/token') {
      if (sent.refresh_token === 'refresh-token-1') {
        await released;
        return Response.json(tokenResponse(2));
      }
      const isComplete = sent.code === 'code-1' && typeof sent.code_verifier === 'string';
      return isComplete
        ? Response.json(tokenResponse(1))
        : Response.json({ error: 'invalid_grant', error_description: 'No.' }, { status: 400 });
    }
    const isAuthorized = /^Bearer access-token-[12]$/.test(
      new Headers(headers).get('authorization') ?? '',
    );
    return isAuthorized
      ? Response.json({ ...pushReply(String(sent.id)), payload: sent.payload })
      : Response.json({ error: 'invalid_token', error_description: 'No.' }, { status: 401 });
  }

  return { answer, release };
}
