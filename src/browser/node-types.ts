/**
 * Tells what a node is, also one that a frame has made: there each class is another one, and `instanceof` says no. Nor does it rely on a name that
 * the page may have given to something of its own.
 *
 * @module
 */
import { readProperty } from './unclobbered.ts';

/** Returns whether a value is an element. */
export const isElement = (value: unknown): value is Element => nodeTypeOf(value) === 1;

/** Returns whether a value is a shadow root: a fragment with a host. */
export const isShadowRoot = (value: unknown): value is ShadowRoot =>
  nodeTypeOf(value) === 11 && 'host' in (value as Node);

/** Returns the type of a node. A window, which an event may have as its target, is none. */
function nodeTypeOf(value: unknown): number | undefined {
  try {
    return readProperty(Node, value as Node, 'nodeType');
  } catch {
    return undefined;
  }
}
