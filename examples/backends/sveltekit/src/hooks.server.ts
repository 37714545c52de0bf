import type { Handle } from '@sveltejs/kit/hooks';
import { userOf } from '#lib/login.ts';

export const handle: Handle = async ({ event, resolve }) => {
  event.locals.user = await userOf(event.cookies);
  return resolve(event);
};
