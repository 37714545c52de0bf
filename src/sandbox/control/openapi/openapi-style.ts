import { raw } from 'hono/html';

/** The style of the page. */
export const openApiStyle = raw(`
  :root {
    --page: #ffffff;
    --ink: #18221d;
    --quiet: #55625b;
    --line: #dcdfd8;
    --accent: #0d6448;
    --open: #7a4a00;
    --open-surface: #fbecd0;
    font: 16px/1.5 system-ui, sans-serif;
    color: var(--ink);
    background: var(--page);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #0f1412;
      --ink: #e7eee9;
      --quiet: #a3b1a9;
      --line: #2b3630;
      --accent: #6cd3aa;
      --open: #f3c677;
      --open-surface: #3b2c0e;
    }
  }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  a { color: var(--accent); }
  h2 { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
  code { font: 0.9em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  nav ul { padding-left: 1.2rem; }
  dt { font-weight: 600; }
  dd { margin: 0 0 0.75rem 1.5rem; }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; }
  caption { text-align: left; font-weight: 600; color: var(--quiet); }
  th, td { padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
  .not-shown { margin: 0.5rem 0; padding: 0.4rem 0.75rem 0.4rem 1.75rem; color: var(--open); background: var(--open-surface); border-radius: 4px; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);
