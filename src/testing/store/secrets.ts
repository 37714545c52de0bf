import { equal } from './expect.ts';
import type { Contract } from './samples.ts';

/** The contract of `Secrets`. */
export const secrets: Contract = {
  async 'keeps the first secret of a name, for all processes, until it is sealed anew'({
    store,
    other,
  }) {
    equal(await store.keepSecret?.('key', undefined), undefined);
    const kept = await Promise.all([
      store.keepSecret?.('key', 'one'),
      other.keepSecret?.('key', 'other'),
    ]);
    equal(kept[0], kept[1]);
    const [first = ''] = kept;
    equal(await other.keepSecret?.('key', 'third'), first);
    equal(await store.replaceSecret?.('key', 'third', 'anew'), false);
    equal(await store.replaceSecret?.('key', first, 'anew'), true);
    equal(await other.keepSecret?.('key', undefined), 'anew');
  },
};
