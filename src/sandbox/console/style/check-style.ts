import { css } from './foundation.ts';

/** The check of a buyer's pages. */
export const check = css`
  .visit-status {
    margin-top: 0.6rem;
  }
  #visit h2 code {
    font-size: 1rem;
  }
  .verdict {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.3rem 1rem;
    align-items: baseline;
    padding: 0.8rem 0;
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  .verdict:last-child {
    padding-bottom: 0;
  }
  .verdict > div {
    grid-column: 1 / -1;
    min-width: 0;
    font-size: 0.9375rem;
  }
  .verdict[data-verdict='not checked'] > div {
    color: var(--quiet);
  }
  .advice {
    margin-top: 0.35rem;
    padding-left: 0.75rem;
    border-left: 3px solid var(--line);
    font-weight: 550;
    text-wrap: pretty;
  }
  .verdict[data-verdict='failed'] .advice {
    border-left-color: var(--bad);
  }
  .banner-question {
    display: grid;
    gap: 0.4rem;
    margin-top: 0.5rem;
  }
  .banner-question button:not([aria-pressed='true']) {
    color: var(--ink);
  }
  .banner-question .button-row {
    margin-top: 0;
  }
  .visit-help {
    margin-top: 1.1rem;
  }
  .reasons {
    display: grid;
    gap: 0.5rem;
    padding: 0.6rem 0 0.6rem 1.2rem;
    font-size: 0.9375rem;
    list-style: decimal;
  }
  [aria-pressed='true'] {
    color: var(--accent);
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  @media (min-width: 40rem) {
    .verdict {
      grid-template-columns: 9.5rem 9.25rem minmax(0, 1fr);
    }
    .verdict > div {
      grid-column: auto;
    }
  }
`;
