import { css } from './foundation.ts';

/** Styles of the lists of packets, questions, clients and pushes. */
export const lists = css`
  .earned strong {
    font-size: 1.125rem;
    color: var(--good);
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
  .playing :is(select, input) {
    flex: 1 1 10rem;
    min-width: 0;
  }
  .packet {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
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
  .packet-text .packet-links {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    align-items: baseline;
    margin: 0;
  }
  .packet-text .packet-links summary {
    font-weight: 400;
    font-size: 1rem;
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
  .countdown {
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    color: var(--waiting);
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
  .questions {
    display: grid;
    gap: 0.35rem;
    margin: 0.6rem 0 0;
    font-size: 0.9375rem;
  }
  .questions .source {
    display: block;
    font-size: 0.8125rem;
    color: var(--quiet);
  }
  .typed {
    display: grid;
    gap: 0.3rem;
  }
  .rows > li {
    padding: 1rem 0;
    border-top: 1px solid var(--line);
  }
  .rows > li:target {
    padding-inline: 0.75rem;
    border-radius: 8px;
    background: var(--ready-surface);
  }
  .rows > li:last-child {
    padding-bottom: 0;
  }
  .facts {
    display: grid;
    gap: 0.5rem;
    margin: 0.6rem 0;
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
  .preview {
    display: grid;
    gap: 0.3rem;
    padding: 0.75rem 0.9rem;
    border: 1px dashed var(--field);
    border-radius: 10px;
  }
  .preview h3 {
    font-size: 0.875rem;
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
  @media (max-width: 39.99rem) {
    .playing label {
      flex-basis: 100%;
    }
  }
  @media (min-width: 40rem) {
    .rows summary,
    .packet-links summary {
      padding: 0.35rem 0;
    }
    .packet {
      grid-template-columns: minmax(0, 1fr) auto 8.5rem;
    }
    .packet form {
      grid-column: auto;
    }
    .facts > div {
      display: grid;
      grid-template-columns: 8rem minmax(0, 1fr);
      gap: 0.2rem 1rem;
      align-items: baseline;
    }
  }
`;
