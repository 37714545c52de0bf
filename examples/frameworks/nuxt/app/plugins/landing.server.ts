/** Nuxt remembers the address of the request, and its router would put the token back into the address bar. */
export default defineNuxtPlugin(({ payload }) => {
  payload.path = payload.path?.split('?')[0];
});
