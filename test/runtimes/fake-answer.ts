import { pushReply, tokenResponse } from '../node/service-replies.ts';

/** The service, without a network: what it answers to the two calls that the backend makes. */
export async function fakeAnswer(url: string, { body, headers }: RequestInit): Promise<Response> {
  const path = new URL(url).pathname;
  const sent = JSON.parse(body as string) as Record<string, unknown>;
  if (path === '/oauth/token') {
    const isComplete = sent.code === 'code-1' && typeof sent.code_verifier === 'string';
    return Promise.resolve(
      isComplete
        ? Response.json(tokenResponse(1))
        : Response.json({ error: 'invalid_grant', error_description: 'No.' }, { status: 400 }),
    );
  }
  const isAuthorized = new Headers(headers).get('authorization') === 'Bearer access-token-1';
  return Promise.resolve(
    isAuthorized
      ? Response.json({ ...pushReply(String(sent.id)), payload: sent.payload })
      : Response.json({ error: 'invalid_token', error_description: 'No.' }, { status: 401 }),
  );
}
