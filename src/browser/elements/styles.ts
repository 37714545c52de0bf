import { unsafeCSS } from '@lit/reactive-element';

// Comments inside would be sent along. One side of the spinner has no width: forced colours show a transparent one. The colours of the marks are
// mixed with that of the page's text, so they can be read on light and on dark pages. Browsers before Chrome 111, Safari 16.2 and Firefox 113 do not
// know `color-mix()`: there a mark has the colour of the text.

/** Shared by all elements: the page's own font and colours, and custom properties for what a page may choose. */
export const styles = unsafeCSS(`
  :host {
    display: block;
    line-height: 1.5;
    --_accent: var(--vaultlink-accent, #1d5fd1);
    --_gap: var(--vaultlink-gap, 0.6em);
  }
  :host([hidden]) {
    display: none;
  }
  p,
  .buttons {
    margin: 0;
    overflow-wrap: anywhere;
  }
  [part=status],
  .buttons {
    display: flex;
    gap: var(--_gap);
  }
  [part=status] {
    align-items: baseline;
    outline: none;
  }
  [part=test],
  .buttons,
  slot:not([name]) + p {
    margin-block-start: var(--_gap);
  }
  .buttons {
    flex-wrap: wrap;
  }
  [part=message] {
    display: block;
  }
  [part=test],
  button {
    border: var(--vaultlink-border-width, 2px) dashed;
    border-radius: var(--vaultlink-radius, 0.5em);
  }
  [part=test] {
    display: inline-block;
    padding: 0 0.5em;
  }
  [part=mark],
  [part=spinner] {
    flex: none;
    width: 1em;
    color: var(--vaultlink-neutral, inherit);
    font-weight: 700;
    text-align: center;
  }
  .success {
    color: var(--vaultlink-success, color-mix(in srgb, #094 55%, currentColor));
  }
  .warning {
    color: var(--vaultlink-warning, color-mix(in srgb, #c70 55%, currentColor));
  }
  .error {
    color: var(--vaultlink-error, color-mix(in srgb, #e23 55%, currentColor));
  }
  [part=spinner] {
    box-sizing: border-box;
    height: 1em;
    position: relative;
    top: 0.15em;
    border: solid;
    border-width: 0 2px 2px;
    border-radius: 50%;
  }
  button {
    min-height: 44px;
    padding: 0.5em 1.2em;
    border-style: solid;
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--vaultlink-on-accent, #fff);
    font: inherit;
    font-weight: var(--vaultlink-font-weight, 600);
    cursor: pointer;
  }
  button:hover {
    background: var(--vaultlink-accent-hover, linear-gradient(#0003, #0003) var(--_accent));
  }
  .quiet {
    border-color: currentColor;
    background: none;
    color: inherit;
  }
  .quiet:hover {
    background: var(--vaultlink-quiet-hover, #8882);
  }
  button:focus-visible {
    outline: 3px solid;
    outline-offset: 2px;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    [part=spinner] {
      animation: turn 0.9s linear infinite;
    }
  }
`);
