/**
 * Vaultlink for Vue: the endlink and the connection to a vault as readonly refs, and the names of the elements for Vue's compiler.
 *
 * On a server importing it does nothing.
 *
 * @module
 */
import {
  effectScope,
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowReadonly,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import type { HTMLAttributes, MaybeRefOrGetter, PublicProps, ShallowRef } from 'vue';
import { subscribeToEndlink } from '../../browser/endlink/index.ts';
import type { EndlinkState } from '../../browser/endlink/index.ts';
import { vaultConnection } from '../../browser/vault/index.ts';
import type { ConnectionOptions, ConnectionSnapshot } from '../../browser/vault/index.ts';
import { isServer, SERVER_CONNECTION, SERVER_ENDLINK } from '../server-states.ts';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

/**
 * Returns what is known of this tab's token as a readonly ref, which follows it until the component is unmounted.
 *
 * On a server, and in the first render of a page that a server has rendered, the state is `missing`.
 *
 * @see interface §4.4
 */
export function useEndlink(): Readonly<ShallowRef<EndlinkState>> {
  return useStore(SERVER_ENDLINK, (set) => onScopeDispose(subscribeToEndlink(set)));
}

/**
 * Returns the connection between this browser and its user's vault as a readonly ref, which follows it until the component is unmounted.
 *
 * On a server, and in the first render of a page that a server has rendered, the state is `checking`.
 *
 * @param options which connection; a ref or a getter may change it
 */
export function useVault(
  options: MaybeRefOrGetter<ConnectionOptions> = {},
): Readonly<ShallowRef<ConnectionSnapshot>> {
  return useStore(SERVER_CONNECTION, (set) => {
    watch(
      () => vaultConnection(toValue(options)),
      (connection, _, onCleanup) => onCleanup(connection.subscribe(set)),
      { immediate: true },
    );
  });
}

const ELEMENTS: readonly string[] = ['endlink-finish', 'vault-connect', 'vault-push'];

/**
 * Returns whether a tag is an element of Vaultlink: `compilerOptions: { isCustomElement: isVaultlinkElement }`. Without it Vue looks for a
 * component of that name.
 *
 * @see https://vuejs.org/guide/extras/web-components
 */
export const isVaultlinkElement = (tag: string): boolean => ELEMENTS.includes(tag);

/**
 * Returns a ref that follows a store for as long as the present scope lives.
 *
 * @param serverValue its value on a server
 * @param follow subscribes within the scope that it is called in
 */
function useStore<Value>(
  serverValue: Value,
  follow: (set: (value: Value) => void) => void,
): Readonly<ShallowRef<Value>> {
  const ref = shallowRef(serverValue) as ShallowRef<Value>;
  if (!isServer()) {
    const scope = effectScope();
    const start = () => scope.run(() => follow((value) => (ref.value = value)));
    // Only a component that takes over what a server has rendered has a node before it is mounted. Its first render has to equal the server's.
    if (getCurrentInstance()?.vnode.el) onMounted(start);
    else start();
  }
  return shallowReadonly(ref);
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The listeners as Vue names them: `onEndlinkConfirmed` is `@endlink-confirmed`. */
type VueListeners<Name extends Tag> = {
  [Type in keyof EventsOf<Name> & string as `on${Capitalize<CamelCase<Type>>}`]?:
    ((event: EventsOf<Name>[Type]) => void) | undefined;
};

/** Type of an element in a template. */
type VueElement<Name extends Tag> = new () => ElementTypes[Name]['element'] & {
  $props: HTMLAttributes & ElementTypes[Name]['properties'] & VueListeners<Name> & PublicProps;
};

/** The elements by their tags. */
export type VueElements = { [Name in Tag]: VueElement<Name> };

declare module 'vue' {
  /** Vue's types lack the attribute that puts a child into a slot of an element. */
  interface HTMLAttributes {
    slot?: string | undefined;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalComponents extends VueElements {}
}
