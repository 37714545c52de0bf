import { userOf } from '#lib/login.js';

export async function handle({ event, resolve }) {
  event.locals.user = await userOf(event.cookies);
  return resolve(event);
}
