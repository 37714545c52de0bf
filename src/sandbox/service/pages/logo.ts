import { html } from 'hono/html';

/** Logo of the sandbox: the door of a vault. */
export const logo = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect x="2" y="2" width="28" height="28" rx="8" />
  <circle cx="16" cy="16" r="7.5" />
  <path d="M16 8.5v4M16 19.5v4M8.5 16h4M19.5 16h4" />
</svg>`;
