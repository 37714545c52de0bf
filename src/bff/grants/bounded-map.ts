/** A map that forgets its oldest entry when it would outgrow `limit`: what it holds can always be found out again. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  /** @param limit how many entries it holds at most */
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** As `Map.set`; the entry counts as new. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) this.delete(this.keys().next().value as K);
    return this;
  }
}
