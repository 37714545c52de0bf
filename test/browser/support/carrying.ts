import { ok } from './assert.ts';
import { openPage, PAGE_URL, storeRecord } from './buyer-page.ts';
import type { OpenOptions } from './buyer-page.ts';
import { until } from './until.ts';

/** Finds what there must be. */
export const findIn =
  (parent: ParentNode) =>
  <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] => {
    const found = parent.querySelector(name);
    ok(found, `There is <${name}>`);
    return found;
  };

/** Opens a page on which a token waits, and whose part for tokens has started. */
export async function openCarrying(html: string, carry?: string, how?: OpenOptions) {
  storeRecord({ sellerId: '42' });
  const page = await openPage('', how);
  page.document.body.innerHTML = html;
  await page.start({ carry });
  await page.engine().load('token');
  return { ...page, find: findIn(page.document) };
}

/** Presses an element, and gives where the browser would go. Whatever else listens is called before. */
export function press(
  page: Window & typeof globalThis,
  element: Element,
  { type = 'click', ...init }: MouseEventInit & { type?: string } = {},
): string | undefined {
  let address: string | undefined;
  const stay = (event: Event) => {
    const link = event.composedPath().find((one) => (one as Element).matches('a'));
    address = (link as HTMLAnchorElement).href;
    event.preventDefault();
  };
  const stayAtLast = () => page.addEventListener(type, stay, { once: true });
  // The tag adds its own listener while the event is on its way down.
  element.addEventListener(type, stayAtLast, { once: true });
  element.dispatchEvent(
    new page.MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...init }),
  );
  return address;
}

/** Where a frame arrives that shows nothing yet. */
export const arrivalIn = (frame: HTMLIFrameElement): Promise<Location> =>
  until(() => {
    const address = frame.contentWindow?.location;
    return address?.href.startsWith(PAGE_URL) ? address : undefined;
  });

/** Stands in for another tab with the name `next`: a frame that is none of the page's own. */
export function addOtherTab(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = 'next';
  document.body.append(frame);
  return frame;
}
