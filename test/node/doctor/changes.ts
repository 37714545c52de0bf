import { withHeaders } from './world.ts';
import type { Changes } from './world.ts';

/** The service answers so, whatever it is asked. */
export const answer = (status: number, headers: Record<string, string> = {}): Changes => ({
  service: () => new Response('{}', { status, headers }),
});

/** Changes the responses of the service to requests whose path begins with `path`. */
export const serviceAt = (path: string, change: (response: Response) => Response): Changes => ({
  service: async (request, send) => {
    const response = await send(request);
    return new URL(request.url).pathname.startsWith(path) ? change(response) : response;
  },
});

/** What a proxy makes of the answers of the backend. */
export const throughProxy = (
  change: (response: Response, request: Request) => Response,
): Changes => ({ backend: async (request, send) => change(await send(request), request) });

/** Changes each Set-Cookie header, as a proxy may do. */
export const withCookies = (change: (line: string) => string): Changes =>
  throughProxy((response) =>
    withHeaders(response, (headers) => {
      const lines = headers.getSetCookie();
      headers.delete('set-cookie');
      for (const line of lines) headers.append('set-cookie', change(line));
    }),
  );

export const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } });
