import { css } from './css.ts';

/** Where things stand, from 360 pixels up. */
export const layout = css`
  .banner {
    padding: 0.6rem 1rem;
    font-size: 0.875rem;
    text-align: center;
    color: var(--waiting);
    background: var(--waiting-surface);
  }
  .top,
  .columns {
    max-width: 76rem;
    margin: 0 auto;
    padding: 1rem;
  }
  .top {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding-top: 1.5rem;
  }
  .mark {
    width: 2rem;
    fill: none;
    stroke: var(--accent);
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  .connection {
    font-size: 0.875rem;
    color: var(--quiet);
  }
  .connection::before {
    content: '';
    display: inline-block;
    width: 0.6rem;
    height: 0.6rem;
    margin-right: 0.4rem;
    border-radius: 50%;
    background: var(--good);
  }
  .connection.lost::before {
    background: var(--bad);
  }
  .columns,
  .stack {
    display: grid;
    gap: 1rem;
    align-content: start;
    min-width: 0;
  }
  .part {
    min-width: 0;
    padding: 1.1rem;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 12px;
    box-shadow: var(--shadow);
  }
  .part-head {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    justify-content: space-between;
    align-items: baseline;
    margin-bottom: 0.4rem;
  }
  .part-head p {
    color: var(--quiet);
  }
  .earned strong {
    font-size: 1.125rem;
    color: var(--good);
  }
  .empty {
    padding: 1.5rem 0;
    color: var(--quiet);
  }
  .playing form {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    align-items: center;
  }
  .playing label {
    font-weight: 600;
  }
  .playing select {
    flex: 1 1 10rem;
    min-width: 0;
  }
  .packet {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.6rem 1rem;
    align-items: center;
    padding: 1rem 0;
    border-top: 1px solid var(--line);
  }
  .packet-text {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .packet-text p,
  .packet-text details {
    margin-top: 0.3rem;
    font-size: 0.9375rem;
    color: var(--quiet);
  }
  .packet .reward {
    font-size: 1.125rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .packet form {
    grid-column: 1 / -1;
  }
  .packet form button {
    width: 100%;
  }
  .tokens {
    display: grid;
    gap: 0.3rem;
    font-size: 0.875rem;
  }
  h2:has(+ .unlisted) {
    font-size: 1rem;
    margin-top: 1.2rem;
    padding-bottom: 0.6rem;
  }
  .unlisted .reward {
    color: var(--quiet);
    text-decoration: line-through;
  }
  .control {
    display: grid;
    gap: 0.6rem;
    padding: 0.9rem 0;
    border-bottom: 1px solid var(--line);
  }
  .control:last-of-type {
    border: 0;
    padding-bottom: 0;
  }
  .control p {
    font-size: 0.9375rem;
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .control button {
    width: 100%;
  }
  .message {
    display: grid;
    gap: 1rem;
    align-content: center;
    max-width: 34rem;
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
  }
  .message .status {
    font-size: 0.875rem;
    color: var(--quiet);
  }
  .message .banner {
    border-radius: 8px;
  }
  @media (min-width: 40rem) {
    .packet {
      grid-template-columns: 1fr auto 8.5rem;
    }
    .packet form {
      grid-column: auto;
    }
    .control {
      grid-template-columns: 1fr auto;
      align-items: center;
    }
  }
  @media (min-width: 60rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 22rem;
    }
    .wide {
      grid-column: 1 / -1;
    }
    .control {
      grid-template-columns: 1fr;
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
