import { onMount } from 'svelte';
import type { Readable } from 'svelte/store';
import { isServer } from '../server-states.ts';

/**
 * Returns a store that gives the server's value on a server, and once more while Svelte takes over what the server has rendered: it does not
 * compare a dynamic component with what is in the page.
 *
 * @param serverValue its value on a server
 * @param subscribe follows it in a browser: calls its argument at once, and after each change
 * @see https://svelte.dev/docs/svelte/stores#Store-contract
 */
export function storeOf<Value>(
  serverValue: Value,
  subscribe: (run: (value: Value) => void) => () => void,
): Readable<Value> {
  return {
    subscribe(run) {
      let unsubscribe: (() => void) | undefined;
      let isEnded = false;
      const start = () => {
        if (!isEnded) unsubscribe = subscribe(run);
      };
      if (isServer() || waitsForMount(start)) run(serverValue);
      else start();
      return () => {
        isEnded = true;
        unsubscribe?.();
      };
    },
  };
}

/** Set once Svelte has taken over the page, or where no server has rendered it. */
let isTakenOver = false;

/** Has `start` called when the present component is mounted, if it takes over what a server has rendered. Returns whether it does. */
function waitsForMount(start: () => void): boolean {
  isTakenOver ||= !isRenderedByServer();
  if (isTakenOver) return false;
  try {
    onMount(() => {
      isTakenOver = true;
      start();
    });
    return true;
  } catch {
    // No component is being made. Svelte has no other way to ask.
    return false;
  }
}

/** Returns whether the page has the comments by which Svelte's server marks its blocks. */
function isRenderedByServer(): boolean {
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    if (comments.currentNode.nodeValue?.startsWith('[')) return true;
  }
  return false;
}
