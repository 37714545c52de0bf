import type { Observations } from './observations.ts';
import type { Details } from './verdict.ts';

/** Returns the page at the end of a visit, which may be in a frame. */
export const endOf = ({ pages, endFrame }: Observations) => endFrame ?? pages.at(-1);

/** Finds the name of a parameter of the outcome that the last page does not have. */
export function findMissingParameter(seen: Observations): Details | undefined {
  const last = endOf(seen);
  const name = last?.missingOutcomeParam;
  return last && name !== undefined ? { page: last.address, name } : undefined;
}

/** Finds an element of the last page with an outcome, and with another name than the one of the product. */
export function findWrongElement(seen: Observations): Details | undefined {
  const last = endOf(seen);
  const name = last?.wrongElement;
  return last && name !== undefined
    ? { page: last.address, named: `: <${name}> in the place of <endlink-finish>` }
    : undefined;
}

/** Finds an element that the last page has as mere text. */
export function findUnreadElement(seen: Observations): Details | undefined {
  const last = endOf(seen);
  return last?.unreadElement && { page: last.address, place: last.unreadElement };
}

/** Finds an element that a script has made for the last page, and not put into it. */
export function findLooseElement(seen: Observations): Details | undefined {
  const last = endOf(seen);
  return last?.hasLooseElement ? { page: last.address } : undefined;
}

/** Finds elements of the last page that wait for their button. */
export function findManualElement(seen: Observations): Details | undefined {
  const last = endOf(seen);
  return last?.isManual ? { page: last.address } : undefined;
}

/** Finds a last page that a script has replaced, with what was to report on it. */
export function findOverwrittenPage(seen: Observations): Details | undefined {
  const last = endOf(seen);
  return last?.isOverwritten ? { page: last.address } : undefined;
}
