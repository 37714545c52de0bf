import { unsafeCSS } from '@lit/reactive-element';

// Comments inside would be sent along. One side of the mark that turns has no width: forced colours show a transparent one.

/** Shared by all elements: the page's own font and colours, system colours where the page has none. */
export const styles = unsafeCSS(`
  :host {
    display: block;
    line-height: 1.5;
    --_accent: var(--vaultlink-accent, #1d5fd1);
  }
  :host([hidden]) {
    display: none;
  }
  [part=status] {
    display: flex;
    gap: 0.6em;
    align-items: baseline;
    margin: 0;
    outline: none;
  }
  slot:not([name]) + [part=status] {
    margin-block-start: 0.8em;
  }
  [part=status],
  [part=test],
  .buttons {
    overflow-wrap: anywhere;
  }
  [part=message] {
    display: block;
  }
  [part=test] {
    display: inline-block;
    margin: 0.6em 0 0;
    padding: 0 0.5em;
    border: 2px dashed;
    border-radius: 0.25em;
  }
  .mark {
    flex: none;
    width: 1em;
    font-weight: 700;
    text-align: center;
  }
  .mark:empty {
    box-sizing: border-box;
    height: 1em;
    margin-block-end: -0.15em;
    border: solid;
    border-width: 0 2px 2px;
    border-radius: 50%;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6em;
    margin-block-start: 0.8em;
  }
  button {
    min-height: 44px;
    padding: 0.5em 1.2em;
    border: 2px solid var(--_accent);
    border-radius: 0.5em;
    background: var(--_accent);
    color: var(--vaultlink-on-accent, #fff);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button.quiet {
    background: transparent;
    color: inherit;
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
    .mark:empty {
      animation: turn 0.9s linear infinite;
    }
  }
`);
