/** Fulfilled once somebody has seen the page: one that nobody has may be a prefetch or a preview, and spends nothing. */
export const whenSeen: unknown =
  document.hidden &&
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve));
