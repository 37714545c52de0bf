import { css } from './css.ts';

/** The request log: a table where there is room for one, else a list. */
export const requests = css`
  .requests,
  .requests tbody {
    display: block;
  }
  .requests thead {
    display: none;
  }
  .requests tr {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.75rem;
    padding: 0.7rem 0 0.7rem 0.75rem;
    border-top: 1px solid var(--line);
    border-left: 4px solid transparent;
  }
  .requests tr.spent {
    border-left-color: var(--good);
  }
  .requests td {
    padding: 0;
    font-size: 0.9375rem;
    font-variant-numeric: tabular-nums;
  }
  .requests td:nth-child(3),
  .requests td:nth-child(6) {
    flex-basis: 100%;
  }
  .requests td:nth-child(-n + 2),
  .requests td:nth-child(4),
  .token {
    color: var(--quiet);
  }
  .token {
    display: block;
  }
  @media (min-width: 60rem) {
    .requests {
      display: table;
      width: 100%;
      border-collapse: collapse;
    }
    .requests thead {
      display: table-header-group;
      text-align: left;
      font-size: 0.8125rem;
      color: var(--quiet);
    }
    .requests tbody {
      display: table-row-group;
    }
    .requests tr {
      display: table-row;
      border: 0;
    }
    .requests th,
    .requests td {
      padding: 0.6rem 1rem 0.6rem 0;
      vertical-align: top;
      border-top: 1px solid var(--line);
    }
    .requests thead th {
      border-top: 0;
    }
    .requests tr > :first-child {
      padding-left: 0.75rem;
      border-left: 4px solid transparent;
    }
    .requests tr.spent > :first-child {
      border-left-color: var(--good);
    }
    .requests td:nth-child(6) {
      width: 24rem;
    }
  }
`;
