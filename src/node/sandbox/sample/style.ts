/** Style sheet of the survey's pages, in a place that adds nothing to them. */
export const SURVEY_STYLE = `:root {
  color-scheme: light dark;
  --vaultlink-accent: light-dark(#1d5fd1, #8fb7ff);
  --vaultlink-on-accent: light-dark(#fff, #0c1424);
}
body {
  margin: 0;
  background: light-dark(#fdfcfa, #14161c);
  color: light-dark(#1c1f26, #eceef3);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  max-width: 32rem;
  margin: 0 auto;
  padding: 1.5rem 1.25rem;
}
h1 {
  margin: 0 0 1.25rem;
  font-size: 1.4rem;
  line-height: 1.25;
  text-wrap: balance;
}
.place {
  margin: 0 0 0.5rem;
  color: light-dark(#5a6070, #a7aebd);
  font-size: 0.875rem;
}
.answers {
  display: grid;
  gap: 0.6rem;
  margin: 0;
  padding: 0;
  list-style: none;
}
.answers a {
  display: block;
  padding: 0.7rem 1rem;
  border: 1px solid light-dark(#c9cdd6, #454b59);
  border-radius: 0.5rem;
  background: light-dark(#fff, #1d2029);
  color: inherit;
  font-weight: 600;
  text-decoration: none;
}
.answers a:hover {
  border-color: var(--vaultlink-accent);
}
:focus-visible {
  outline: 3px solid var(--vaultlink-accent);
  outline-offset: 2px;
}
`;

/** Style sheet of what the sample adds: its first page, and the steps below each page of the survey. */
export const SAMPLE_STYLE = `:root {
  --quiet: light-dark(#5a6070, #a7aebd);
  --line: light-dark(#d9dce3, #353b48);
  --surface: light-dark(#fff, #1d2029);
  --good: light-dark(#17663a, #7fd6a2);
  --good-tint: light-dark(#e4f3ea, #16301f);
  --warn: light-dark(#7a4a00, #f2c06b);
  --warn-tint: light-dark(#fdf1dc, #33260d);
}
*, *::before { box-sizing: border-box; }
.sample {
  display: grid;
  gap: 1.5rem;
  max-width: 64rem;
  margin: 0 auto;
  padding: 1.5rem 1.25rem;
  overflow-wrap: anywhere;
}
.sample h1 {
  margin: 0;
  font-size: clamp(1.7rem, 6vw, 2.5rem);
}
.sample h2 {
  margin: 0;
  font-size: 1.125rem;
}
.sample p { margin: 0; }
.sample a { color: var(--vaultlink-accent); }
.lead {
  max-width: 44rem;
  color: var(--quiet);
  font-size: 1.125rem;
}
.note, .hint {
  color: var(--quiet);
  font-size: 0.9375rem;
}
.note { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
#progress { display: grid; gap: 1rem; }
.steps {
  display: grid;
  gap: 1rem;
  margin: 0;
  padding: 0;
  list-style: none;
  counter-reset: step;
}
.steps > li, .card {
  display: grid;
  gap: 0.6rem;
  align-content: start;
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--surface);
}
.steps > li { counter-increment: step; }
.steps > li::before {
  content: counter(step);
  display: grid;
  place-items: center;
  width: 2.25rem;
  height: 2.25rem;
  border-radius: 50%;
  background: light-dark(#eef1f6, #2a2f3b);
  font-weight: 650;
}
.steps .now { border-color: var(--vaultlink-accent); box-shadow: inset 0 0 0 1px var(--vaultlink-accent); }
.steps .now::before { color: var(--vaultlink-on-accent); background: var(--vaultlink-accent); }
.steps .done::before {
  content: '✓';
  content: '✓' / 'Done:';
  color: var(--good);
  background: var(--good-tint);
}
.status { color: var(--quiet); font-size: 0.9375rem; font-weight: 650; }
.done .status { color: var(--good); }
button {
  min-height: 2.75rem;
  padding: 0.4rem 1.1rem;
  border: 1px solid var(--vaultlink-accent);
  border-radius: 0.5rem;
  background: transparent;
  color: var(--vaultlink-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.main { background: var(--vaultlink-accent); color: var(--vaultlink-on-accent); }
.break {
  display: grid;
  gap: 0.5rem 1.25rem;
  align-items: center;
  padding-block-start: 0.75rem;
  border-block-start: 1px solid var(--line);
}
.break-list, .links { display: grid; gap: 0.75rem; }
.links { margin: 0; padding: 0; list-style: none; }
.links a { font-weight: 600; }
.armed { padding: 0.6rem 0.8rem; border-radius: 0.5rem; color: var(--warn); background: var(--warn-tint); }
.reports { display: grid; gap: 0.35rem; margin: 0; padding: 0; list-style: none; }
.reports li { padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--line); }
.reports .counted { border-color: var(--good); }
pre {
  margin: 0;
  padding: 0.75rem 0.9rem;
  border-radius: 0.5rem;
  background: light-dark(#eef1f6, #14161c);
  font-size: 0.875rem;
  white-space: pre-wrap;
}
@media (min-width: 48rem) {
  .steps { grid-template-columns: repeat(3, 1fr); }
  .break { grid-template-columns: 14rem 1fr; }
}
@media (forced-colors: active) {
  .steps .now { outline: 2px solid Highlight; }
}
`;
