import { css } from './foundation.ts';

/** The frame of every page, from 360 pixels up, and the pages with one message. */
export const layout = css`
  .skip:focus {
    position: absolute;
    padding: 0.8rem 1rem;
    background: var(--surface);
  }
  .banner {
    padding: 0.5rem 1rem;
    font-size: 0.8125rem;
    text-align: center;
    color: var(--waiting);
    background: var(--waiting-surface);
  }
  .top,
  .columns {
    max-width: 78rem;
    margin: 0 auto;
    padding: 1rem;
  }
  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.75rem 1rem;
    align-items: center;
  }
  .brand {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    font-weight: 700;
    line-height: 1.2;
    letter-spacing: -0.01em;
  }
  .mark {
    width: 2rem;
    fill: none;
    stroke: var(--accent);
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  nav {
    grid-row: 2;
    grid-column: 1 / -1;
  }
  nav ul {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 0.25rem;
    padding: 0.25rem;
    background: var(--neutral-surface);
    border-radius: 12px;
  }
  nav a {
    display: grid;
    place-content: center;
    min-height: 2.75rem;
    padding: 0 0.25rem;
    border-radius: 9px;
    font-weight: 600;
    color: var(--neutral);
    text-decoration: none;
  }
  nav a:hover {
    color: var(--ink);
  }
  nav [aria-current] {
    color: var(--accent);
    background: var(--surface);
    box-shadow: var(--shadow);
  }
  .undo {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    justify-content: center;
    align-items: center;
    padding: 0.5rem 1rem;
    font-size: 0.9375rem;
    color: var(--waiting);
    background: var(--waiting-surface);
    overflow-wrap: anywhere;
    margin-bottom: 1rem;
  }
  .undo button {
    color: var(--ink);
  }
  .undo[hidden] {
    display: none;
  }
  .undo .button-row {
    margin-top: 0;
  }
  .status-line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1rem;
    justify-content: flex-end;
    align-items: center;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .status-line a {
    min-height: 1.5rem;
    color: var(--quiet);
    text-decoration: none;
  }
  .status-line a:hover {
    text-decoration: underline;
  }
  .connection {
    color: var(--quiet);
  }
  .connection::before {
    content: '';
    display: inline-block;
    width: 0.55rem;
    height: 0.55rem;
    margin-right: 0.35rem;
    border-radius: 50%;
    background: var(--good);
  }
  .connection.lost::before {
    background: var(--bad);
  }
  .columns {
    padding-top: 0;
  }
  .columns,
  .stack {
    display: grid;
    gap: 1rem;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    min-width: 0;
  }
  .part {
    min-width: 0;
    padding: 1.1rem;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 14px;
    box-shadow: var(--shadow);
  }
  .part-head {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    justify-content: space-between;
    align-items: center;
    margin-bottom: 0.6rem;
  }
  .part-head p {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .part-head h2 {
    margin-right: auto;
  }
  .empty {
    padding: 1.25rem 0 0.75rem;
    color: var(--quiet);
    text-wrap: pretty;
  }
  .message {
    display: grid;
    gap: 1rem;
    align-content: center;
    max-width: 36rem;
    min-height: 100vh;
    margin: 0 auto;
    padding: 1rem;
  }
  .message .part {
    display: grid;
    gap: 0.9rem;
    padding: 2rem 1.5rem;
  }
  .message .mark {
    width: 3rem;
  }
  .message .neutral .mark {
    stroke: var(--neutral);
  }
  .message .bad .mark {
    stroke: var(--bad);
  }
  .message h1 {
    font-size: 1.5rem;
    line-height: 1.25;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .message .status {
    font-size: 0.875rem;
    color: var(--quiet);
  }
  .message .banner {
    border-radius: 8px;
  }
  @media (min-width: 60rem) {
    .top {
      grid-template-columns: auto auto 1fr;
      gap: 1.5rem;
      padding-block: 1.1rem;
    }
    .brand {
      font-size: 1.125rem;
    }
    nav a {
      padding: 0 1.1rem;
    }
    nav {
      grid-row: 1;
      grid-column: 2;
    }
    .columns {
      grid-template-columns: minmax(0, 1fr) 23rem;
    }
    .wide {
      grid-column: 1 / -1;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .changed {
      animation: changed 1.6s ease-out;
    }
    @keyframes changed {
      from {
        background: var(--good-surface);
      }
    }
  }
`;
