/** Style of the pages: one card, in light and dark, for all screen widths. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f1; --surface: #fff; --ink: #18221d; --quiet: #55625b; --line: #dcdfd8;
  --accent: #0d6448; --accent-ink: #fff; --bad: #a3221c; --bad-surface: #fbe3e0; --good-surface: #dcf0e6;
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1412; --surface: #18201c; --ink: #e7eee9; --quiet: #a3b1a9; --line: #2b3630;
    --accent: #6cd3aa; --accent-ink: #06251a; --bad: #ffaba3; --bad-surface: #45191a; --good-surface: #16392c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; }
main {
  width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 16px; overflow-wrap: break-word;
}
svg { display: block; width: 3rem; height: 3rem; padding: 0.75rem; border-radius: 12px; fill: none; stroke: currentColor;
  stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; color: var(--bad); background: var(--bad-surface); }
.good svg { color: var(--accent); background: var(--good-surface); }
h1 { margin: 1.25rem 0 0.5rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0; color: var(--quiet); }
a { display: inline-block; margin-top: 1.5rem; padding: 0.7rem 1.25rem; min-height: 2.75rem; border-radius: 10px;
  background: var(--accent); color: var(--accent-ink); font-weight: 600; text-decoration: none; }
a:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
code { display: block; margin-top: 1.25rem; font: 0.8125rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--quiet); }
`;
