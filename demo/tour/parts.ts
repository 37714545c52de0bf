import { html } from 'hono/html';
import type { Html } from '../site/page.ts';

/** One step of a tour, and how far the seller is with it. */
export interface Step {
  title: string;
  text: string;
  /** Whether the marketplace has seen it. */
  isDone: boolean;
  /** How it stands, in a few words. */
  status: string;
  /** What to press. Default: nothing. */
  action?: Html | undefined;
}

/** The pages of the tour, in order. */
const TOUR_PAGES: readonly [path: string, name: string][] = [
  ['/', 'Nothing lost'],
  ['/vault', 'Connect a vault'],
  ['/hosts', 'Other hosts'],
  ['/surveys', 'All surveys'],
];

/** Links to the pages of the tour. */
export const tourNav = (current: string): Html =>
  html`<nav class="tour-nav" aria-label="Tour">
    ${TOUR_PAGES.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === current ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`;

/** Steps in order. The first one that is not done is the one to take now. */
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

/** A button that opens the survey of a packet, as the seller's click in the marketplace does. */
export const openButton = (packetId: string, label: string, isQuiet = false): Html =>
  html`<form method="post" action="/open/${packetId}">
    <button id="open-${packetId}" class="${isQuiet ? 'button quiet' : ''}">${label}</button>
  </form>`;

/** A link that looks like a button. */
export const linkButton = (href: string, label: string, isQuiet = false): Html =>
  html`<a class="button ${isQuiet ? 'quiet' : ''}" href="${href}">${label}</a>`;
