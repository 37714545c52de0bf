import { css } from './foundation.ts';

/** The log of requests and its filter. */
export const log = css`
  .search-row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    align-items: end;
  }
  .wide-field {
    flex: 1 1 12rem;
  }
  .filter {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0.75rem;
  }
  .filter label {
    font-size: 0.8125rem;
  }
  .entry {
    border-top: 1px solid var(--line);
    border-left: 4px solid transparent;
    margin-left: -1.1rem;
    padding-left: 0.85rem;
  }
  .entry.spent {
    border-left-color: var(--good);
  }
  .entry > details > summary {
    display: grid;
    gap: 0.25rem;
    padding: 0.75rem 0;
    font-weight: 400;
    list-style: none;
    position: relative;
    padding-right: 2rem;
  }
  .entry > details > summary::after {
    content: '';
    position: absolute;
    top: 50%;
    right: 0.5rem;
    width: 0.55rem;
    height: 0.55rem;
    border: solid var(--quiet);
    border-width: 0 2px 2px 0;
    transform: translateY(-70%) rotate(45deg);
  }
  .entry > details[open] > summary::after {
    transform: translateY(-30%) rotate(225deg);
  }
  .entry > details > summary::-webkit-details-marker {
    display: none;
  }
  .entry > details > summary:hover .sentence {
    text-decoration: underline;
    text-decoration-color: var(--field);
    text-underline-offset: 0.2em;
  }
  .entry > details[open] {
    padding-bottom: 1rem;
  }
  .entry-head,
  .entry-foot {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.75rem;
    align-items: center;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    color: var(--quiet);
    overflow-wrap: anywhere;
    min-width: 0;
  }
  .entry-foot > * {
    min-width: 0;
  }
  .number {
    min-width: 2ch;
    font-weight: 650;
  }
  .number::before {
    content: '#';
  }
  .sentence {
    font-weight: 550;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  .entry-page {
    display: grid;
    gap: 0.4rem;
    margin: 1rem 0;
  }
  .entry-page .sentence {
    font-size: 1.25rem;
  }
  .section-text {
    padding: 0.6rem 0.8rem;
    font-size: 0.9375rem;
    color: var(--ready);
    background: var(--ready-surface);
    border-radius: 8px;
    overflow-wrap: anywhere;
  }
  .section-row:target {
    padding: 0.5rem 0.8rem;
    margin-inline: -0.8rem;
    background: var(--ready-surface);
    border-radius: 8px;
  }
  .entry h3,
  article h3 {
    margin-top: 0.9rem;
    font-size: 0.875rem;
  }
  .visit {
    margin-top: 1.2rem;
  }
  .visit h3 {
    padding-bottom: 0.5rem;
  }
  .more {
    display: flex;
    gap: 0.6rem;
    justify-content: center;
  }
  .more > * {
    margin-top: 1rem;
  }
  @media (min-width: 40rem) {
    .filter {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
  @media (min-width: 60rem) {
    .filter {
      grid-template-columns: repeat(7, minmax(0, 1fr));
    }
    /* There is room: the choices are always open. */
    @supports selector(::details-content) {
      .filter-choices > summary {
        display: none;
      }
      .filter-choices::details-content {
        display: block;
        content-visibility: visible;
      }
      .filter-choices {
        margin-top: 0.75rem;
      }
    }
  }
`;
