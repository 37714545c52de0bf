import type { Handle } from '@sveltejs/kit/hooks';

const { PUBLIC_SERVICE_URL = 'http://127.0.0.1:4800' } = process.env;

/** Writes the address of the marketplace into `app.html`. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => html.replace('%service-url%', PUBLIC_SERVICE_URL),
  });
