/** A value, or a promise of it: stores may be sync or async. */
export type Awaitable<T> = T | Promise<T>;
