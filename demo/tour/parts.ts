import { html } from 'hono/html';
import type { Html } from '../site/page.ts';

/** A step of a tour, with the seller's progress. */
export interface Step {
  title: string;
  text: string;
  /** `true` if the marketplace has a record of it. */
  isDone: boolean;
  /** Status in a few words. */
  status: string;
  /** Button or link of the step. Default: none. */
  action?: Html | undefined;
}

/** Pages of the tour, in order. */
const TOUR_PAGES: readonly [path: string, name: string][] = [
  ['/', 'Nothing lost'],
  ['/vault', 'Connect a vault'],
  ['/hosts', 'Other hosts'],
  ['/surveys', 'All surveys'],
];

/** Renders links to the pages of the tour. */
export const tourNav = (current: string): Html =>
  html`<nav class="tour-nav" aria-label="Tour">
    ${TOUR_PAGES.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === current ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`;

/** Renders steps in order. Highlights the first that is not done. */
export function stepList(id: string, steps: readonly Step[]): Html {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return html`<ol class="tour-steps" role="list" id="${id}" data-live-part>
    ${steps.map(
      ({ title, text, isDone, status, action }, index) =>
        html`<li class="${isDone ? 'done' : index === next ? 'now' : 'later'}">
          <h2>${title}</h2>
          <p>${text}</p>
          <p class="status" aria-live="polite">${status}</p>
          ${action ? html`<div class="ways">${action}</div>` : ''}
        </li>`,
    )}
  </ol>`;
}

/** Renders a button that opens the survey of a packet, as the seller's click in the marketplace does. */
export const openButton = (packetId: string, label: string, isQuiet = false): Html =>
  html`<form method="post" action="/open/${packetId}">
    <button id="open-${packetId}" class="${isQuiet ? 'button quiet' : ''}">${label}</button>
  </form>`;

/** Renders a link that looks like a button. */
export const linkButton = (href: string, label: string, isQuiet = false): Html =>
  html`<a class="button ${isQuiet ? 'quiet' : ''}" href="${href}">${label}</a>`;
