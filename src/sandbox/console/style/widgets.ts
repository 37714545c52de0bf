import { css } from './css.ts';

/** Buttons, fields and badges. */
export const widgets = css`
  button,
  .button,
  input,
  select {
    font: inherit;
    color: inherit;
    min-height: 2.75rem;
    padding: 0.4rem 0.9rem;
    border: 1px solid var(--field);
    border-radius: 8px;
    background: var(--surface);
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    font-weight: 600;
    cursor: pointer;
    text-decoration: none;
    white-space: nowrap;
  }
  button:hover,
  .button:hover {
    border-color: var(--ink);
  }
  button.primary,
  .button.primary {
    color: var(--accent-ink);
    background: var(--accent);
    border-color: var(--accent);
  }
  .primary:hover {
    filter: brightness(1.12);
  }
  .switch {
    gap: 0.6rem;
  }
  .switch::before {
    content: '';
    width: 2.25rem;
    height: 1.25rem;
    border: 2px solid var(--field);
    border-radius: 1rem;
    background: radial-gradient(circle at 0.55rem 50%, var(--field) 0.36rem, transparent 0.4rem);
  }
  .switch[aria-checked='true']::before {
    border-color: var(--accent);
    background: radial-gradient(
        circle at calc(100% - 0.55rem) 50%,
        var(--accent-ink) 0.36rem,
        transparent 0.4rem
      )
      var(--accent);
  }
  summary {
    cursor: pointer;
    font-weight: 600;
    padding: 0.2rem 0;
  }
  .fields,
  .fields label {
    display: grid;
    gap: 0.9rem;
  }
  .fields {
    margin-top: 0.9rem;
  }
  .fields label {
    gap: 0.25rem;
    font-weight: 600;
  }
  .fields input {
    width: 100%;
    font-weight: 400;
  }
  .fields p,
  .note {
    font-size: 0.875rem;
    color: var(--quiet);
  }
  .badge {
    display: inline-block;
    padding: 0.05rem 0.55rem;
    border-radius: 1rem;
    font-size: 0.8125rem;
    font-weight: 650;
    white-space: nowrap;
    color: var(--neutral);
    background: var(--neutral-surface);
  }
  .badge.good {
    color: var(--good);
    background: var(--good-surface);
  }
  .badge.waiting {
    color: var(--waiting);
    background: var(--waiting-surface);
  }
  .badge.bad {
    color: var(--bad);
    background: var(--bad-surface);
  }
  .badge.ready {
    color: var(--ready);
    background: var(--ready-surface);
  }
`;
