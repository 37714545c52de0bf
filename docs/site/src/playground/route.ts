import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

/** The playground takes the place of the table of contents, and the page to start with has nothing to list. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  if (['playground', 'start'].includes(locals.starlightRoute.id))
    locals.starlightRoute.toc = undefined;
});
