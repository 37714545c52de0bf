import { css } from './foundation.ts';

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
  button.small,
  .button.small {
    min-height: 2.75rem;
    padding: 0.1rem 0.7rem;
    font-size: 0.8125rem;
  }
  button.danger {
    color: var(--bad);
    border-color: var(--bad);
  }
  a:not(.button, nav a, .status-line a) {
    color: var(--accent);
  }
  textarea {
    padding: 0.5rem 0.9rem;
    font: inherit;
    color: inherit;
    border: 1px solid var(--field);
    border-radius: 8px;
    background: var(--surface);
    resize: vertical;
  }
  [aria-invalid='true'] {
    border: 2px solid var(--bad);
  }
  summary {
    cursor: pointer;
    font-weight: 600;
    padding: 0.65rem 0;
  }
  .fields {
    display: grid;
    gap: 0.9rem;
    margin: 0.9rem 0;
  }
  .field {
    display: grid;
    gap: 0.25rem;
    align-content: start;
    min-width: 0;
  }
  .field label,
  .inline > label {
    font-weight: 600;
  }
  .field > input,
  .field > select,
  .field > textarea {
    width: 100%;
    min-width: 0;
  }
  .inline {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: end;
    margin-top: 0.9rem;
  }
  .inline > .field {
    flex: 1 1 7rem;
  }
  .inline > label,
  .inline > .mistake,
  .inline > p {
    flex: 1 1 100%;
  }
  .inline > input {
    flex: 1 1 8rem;
    min-width: 0;
  }
  .button-row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    margin-top: 0.75rem;
  }
  .button-row > form {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
  }
  .hint,
  .note,
  .quiet {
    font-size: 0.875rem;
    color: var(--quiet);
    overflow-wrap: anywhere;
  }
  .mistake {
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--bad);
    overflow-wrap: anywhere;
  }
  .copyable {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
  }
  .copyable-lines {
    position: relative;
    margin-top: 0.4rem;
  }
  .copyable-lines pre {
    max-height: 24rem;
    margin: 0;
    padding: 0.8rem 5.5rem 0.8rem 0.9rem;
    min-height: 3.75rem;
    overflow: auto;
    font:
      0.8125rem/1.5 ui-monospace,
      'Cascadia Mono',
      Menlo,
      Consolas,
      monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    background: var(--code);
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  .copyable-lines button {
    position: absolute;
    top: 0.5rem;
    right: 0.5rem;
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
  @media (min-width: 40rem) {
    .columns-2 {
      grid-template-columns: 1fr 1fr;
    }
    .columns-2 > .mistake,
    .columns-2 > button {
      grid-column: 1 / -1;
    }
    button.small,
    .button.small {
      min-height: 2.125rem;
    }
  }
`;
