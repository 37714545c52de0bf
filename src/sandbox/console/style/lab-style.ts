import { css } from './foundation.ts';

/** The clock, the faults, the switches and the replies. */
export const lab = css`
  .big-time {
    margin-top: 0.4rem;
    font-size: 1.25rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .fault {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    justify-content: space-between;
    align-items: center;
  }
  .fault > div {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .fault h3 {
    font-size: 0.9375rem;
  }
  .situations {
    margin-top: 0.75rem;
  }
  .situation {
    display: flex;
    gap: 0.5rem 1rem;
    justify-content: space-between;
    align-items: center;
    padding: 0.6rem 0.9rem;
    margin: 0 -0.9rem;
    border-top: 1px solid var(--line);
  }
  .situation.is-on {
    background: var(--waiting-surface);
  }
  .situation.is-on .note {
    color: var(--ink);
  }
  .situation h3 {
    font-size: 0.9375rem;
  }
  .situation > div {
    min-width: 0;
  }
  #all-behaviours > summary > h2 {
    display: inline;
    padding: 0;
  }
  #all-behaviours > :is(details, form, section) {
    margin-top: 1rem;
  }
  .switch-row[hidden] {
    display: none;
  }
  fieldset {
    margin-top: 1.2rem;
  }
  legend {
    padding: 0 0 0.5rem;
    font-weight: 650;
  }
  .switch-row {
    display: grid;
    gap: 0.5rem 1.25rem;
    align-items: center;
    padding: 0.7rem 0.9rem;
    margin: 0 -0.9rem;
    border-top: 1px solid var(--line);
  }
  .switch-row.is-changed {
    background: var(--waiting-surface);
  }
  .switch-row.is-changed .note {
    color: var(--ink);
  }
  .switch-text > code {
    font-weight: 600;
    margin-right: 0.4rem;
  }
  .switch-values {
    display: grid;
    gap: 0.5rem;
  }
  .switch-value {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.5rem;
    align-items: center;
  }
  .switch-value > label {
    flex: 1 0 100%;
    font-size: 0.8125rem;
  }
  .switch-value > input,
  .switch-value > select {
    flex: 1 1 8rem;
    min-width: 0;
  }
  .sticky-buttons {
    position: sticky;
    bottom: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    padding: 0.8rem 0 0.2rem;
    background: var(--surface);
    border-top: 1px solid var(--line);
  }
  @media (min-width: 40rem) {
    .switch-facts {
      white-space: nowrap;
    }
    .switch-row {
      grid-template-columns: minmax(0, 1fr) 18rem;
    }
  }
`;
