import { ok } from './assert.ts';
import { openPage, PAGE_URL, storeRecord } from './buyer-page.ts';
import type { OpenOptions } from './buyer-page.ts';
import { until } from './until.ts';

/** An address at a host that may receive the token. */
export const FORM = 'https://forms.example/s?a=1#top';
/** The same address with the token. */
export const CARRIED = 'https://forms.example/s?a=1&service_endlink_token=abc&seller_id=42#top';
/** The query of a page that has received the token. */
export const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';

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

/**
 * Opens a page on which a token waits. The part for tokens never arrives, so the engine alone carries the token.
 *
 * @param carry the hosts that may receive the token. Default: that of {@link FORM}, and this one
 */
export async function openWithoutPart(html: string, carry = `forms.example ${location.host}`) {
  storeRecord({ sellerId: '42', interactionId: '7' });
  const page = await openPage();
  page.document.body.innerHTML = html;
  await page.addTag({
    'data-carry': carry,
    'data-parts-url': '/no-parts/',
    'data-base-url': 'https://service.example',
  });
  return { ...page, find: findIn(page.document) };
}

/** Submits a form of a page without the part for tokens to a frame. @returns the query that arrives in the frame */
export async function submitWithoutPart(html: string, submit: (form: HTMLFormElement) => void) {
  const { find } = await openWithoutPart(`<iframe name="next"></iframe>${html}`);
  const form = find('form');
  form.target = 'next';
  const before = form.outerHTML;
  submit(form);
  const { search } = await arrivalIn(find('iframe'));
  await until(() => form.outerHTML === before);
  return search;
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

/** Waits until an empty frame has loaded a page, and returns its location. */
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
