/** A cache that evicts its oldest entry when it would exceed `limit`. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  /** @param limit maximum number of entries */
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** Sets an entry, which then counts as the newest. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) this.delete(this.keys().next().value as K);
    return this;
  }
}
