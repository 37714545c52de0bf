import { css } from './css.ts';

/** The vault, clients, consent, and the way from one page to the other. */
export const vault = css`
  .top {
    flex-wrap: wrap;
    gap: 0.6rem 1.5rem;
  }
  nav {
    display: flex;
    gap: 0.25rem;
    margin-right: auto;
  }
  nav a {
    padding: 0.5rem 0.8rem;
    border-radius: 8px;
    font-weight: 600;
    color: var(--quiet);
    text-decoration: none;
  }
  nav a:hover {
    color: var(--ink);
  }
  nav [aria-current] {
    color: var(--accent);
    background: var(--good-surface);
  }
  a:not(.button) {
    color: var(--accent);
  }
  nav a:not([aria-current]) {
    color: var(--quiet);
  }
  dl,
  dd {
    margin: 0;
  }
  dl {
    display: grid;
    gap: 0.5rem;
    margin-top: 0.6rem;
    font-size: 0.9375rem;
  }
  dt {
    font-size: 0.8125rem;
    color: var(--quiet);
  }
  dt,
  dd {
    overflow-wrap: anywhere;
  }
  .unanswered {
    font-style: italic;
    color: var(--quiet);
  }
  .vault > li,
  .clients > li {
    padding: 1rem 0;
    border-top: 1px solid var(--line);
  }
  .vault > li:last-child,
  .clients > li:last-child {
    padding-bottom: 0;
  }
  .vault p {
    font-size: 0.9375rem;
    color: var(--quiet);
  }
  h3:has(+ .connected) {
    margin-top: 1.2rem;
  }
  .connected > li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    justify-content: space-between;
    align-items: center;
    padding: 0.6rem 0;
  }
  pre {
    margin: 0.3rem 0 0;
    white-space: pre-wrap;
  }
  textarea {
    width: 100%;
    padding: 0.5rem 0.9rem;
    font: inherit;
    font-weight: 400;
    color: inherit;
    border: 1px solid var(--field);
    border-radius: 8px;
    background: var(--surface);
    resize: vertical;
  }
  .fields select {
    width: 100%;
  }
  .signed-in {
    display: grid;
    gap: 0.25rem;
    font-weight: 600;
  }
  .asked {
    padding-left: 1.2rem;
    list-style: disc;
  }
  .asked + .note,
  .consent .empty {
    padding: 0;
  }
  .answers {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0.6rem;
  }
  .message h1 {
    overflow-wrap: anywhere;
  }
  .control form {
    display: grid;
    gap: 0.6rem;
  }
  @media (min-width: 40rem) {
    .vault dl > div,
    .clients dl > div {
      display: grid;
      grid-template-columns: minmax(8rem, 1fr) 3fr;
      gap: 0.2rem 1rem;
      align-items: baseline;
    }
  }
`;
