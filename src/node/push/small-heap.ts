import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap of this process close to what is in it. V8 would rather let it grow to several times that before it cleans up, which is no use
 * where millions of small things come and go and a few hundred are there at a time. To be called before there is much.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}
