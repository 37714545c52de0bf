/** Marks a template as CSS. */
export const css = String.raw;

/** Colours for light and dark, and the bare elements. */
export const foundation = css`
  :root {
    --page: #f4f5f1;
    --surface: #ffffff;
    --ink: #18221d;
    --quiet: #55625b;
    --line: #dcdfd8;
    --field: #8a968f;
    --accent: #0d6448;
    --accent-ink: #ffffff;
    --good: #0d6448;
    --good-surface: #dcf0e6;
    --waiting: #7a4a00;
    --waiting-surface: #fbecd0;
    --bad: #a3221c;
    --bad-surface: #fbe3e0;
    --neutral: #47524c;
    --neutral-surface: #e8ebe6;
    --ready: #1d4e89;
    --ready-surface: #dfeaf7;
    --code: #f1f3ee;
    --shadow: 0 1px 2px rgb(24 34 29 / 6%), 0 6px 20px rgb(24 34 29 / 5%);
    font:
      16px/1.5 system-ui,
      sans-serif;
    color: var(--ink);
    background: var(--page);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #0f1412;
      --surface: #18201c;
      --ink: #e7eee9;
      --quiet: #a3b1a9;
      --line: #2b3630;
      --field: #6b7a72;
      --accent: #6cd3aa;
      --accent-ink: #06251a;
      --good: #84e0bb;
      --good-surface: #16392c;
      --waiting: #f3c677;
      --waiting-surface: #3b2c0e;
      --bad: #ffaba3;
      --bad-surface: #45191a;
      --neutral: #c2cdc6;
      --neutral-surface: #2a342f;
      --ready: #a9cbf5;
      --ready-surface: #1a2f4a;
      --code: #111815;
      --shadow: none;
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  body,
  h1,
  h2,
  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  body {
    min-height: 100vh;
    padding-bottom: 3rem;
  }
  h1 {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    font-size: 1.375rem;
    letter-spacing: -0.01em;
  }
  h2 {
    font-size: 1.125rem;
  }
  h3 {
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
  h4,
  ol,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  ol {
    list-style: none;
  }
  main:focus {
    outline: none;
  }
  h2:focus:not(:focus-visible) {
    outline: none;
  }
  code {
    font:
      0.875em/1.4 ui-monospace,
      'Cascadia Mono',
      Menlo,
      Consolas,
      monospace;
    overflow-wrap: anywhere;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
    border-radius: 4px;
  }
  [hidden] {
    display: none;
  }
  .visually-hidden,
  .skip:not(:focus) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
