import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

/** The playground takes the place of the table of contents. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  if (locals.starlightRoute.id === 'playground') locals.starlightRoute.toc = undefined;
});
