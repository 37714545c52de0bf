import type { Route } from './+types/vault';

const { BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

/** Hands what is below `/vault` on to `vaultlink serve`. */
async function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete('connection');
  return fetch(BACKEND_URL + pathname + search, {
    method: request.method,
    headers,
    body: request.body && (await request.arrayBuffer()),
    redirect: 'manual',
  });
}

export const loader = ({ request }: Route.LoaderArgs) => passOn(request);
export const action = ({ request }: Route.ActionArgs) => passOn(request);
