/** The styles of the panel. The page's own styles do not reach it. */
export const styles = `
:host {
  all: initial;
  color-scheme: light dark;
  --ok: light-dark(#17693a, #6fd695);
  --no: light-dark(#a8171b, #ff9c94);
  --info: light-dark(#4a5568, #b4bfcc);
  position: fixed;
  z-index: 2147483647;
  inset-block-end: 12px;
  inset-inline-end: 12px;
  max-width: calc(100vw - 24px);
  font: 14px/1.45 system-ui, sans-serif;
}
section {
  box-sizing: border-box;
  width: 400px;
  max-width: 100%;
  border: 1px solid light-dark(#8a94a3, #6b7684);
  border-radius: 10px;
  background: light-dark(#fff, #16191f);
  color: light-dark(#171b22, #eceff3);
  box-shadow: 0 6px 28px #0005;
}
details:not([open]) { width: max-content; max-width: 100%; }
section:has(details:not([open])) { width: auto; }
summary {
  display: flex;
  gap: 10px;
  align-items: center;
  min-height: 44px;
  padding: 0 14px;
  font-weight: 650;
  cursor: pointer;
}
summary::before { content: "▸"; }
details[open] > summary::before { content: "▾"; }
.count { margin-inline-start: auto; font-weight: 600; }
.test {
  padding: 0 8px;
  border: 2px dashed;
  border-radius: 4px;
  letter-spacing: 0.06em;
}
dl {
  max-height: min(50vh, 440px);
  margin: 0;
  padding: 2px 14px;
  overflow-y: auto;
  border-block: 1px solid light-dark(#d5dae1, #363d48);
}
dl > div { display: grid; grid-template-columns: 118px 1fr; gap: 8px; padding: 5px 0; }
dl > div + div { border-block-start: 1px solid light-dark(#eceff3, #262c35); }
dt { display: flex; gap: 8px; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.mark { width: 1em; font-weight: 800; text-align: center; }
[data-mark=ok] .mark, .count[data-mark=ok] { color: var(--ok); }
[data-mark=no] .mark, [data-mark=no] dd, .count[data-mark=no] { color: var(--no); }
[data-mark=info] .mark { color: var(--info); }
button {
  min-height: 40px;
  margin: 10px 14px;
  padding: 0 14px;
  border: 1px solid currentcolor;
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.note { display: inline; margin: 0; }
.note:not(:empty) { display: block; padding: 0 14px 10px; }
textarea {
  box-sizing: border-box;
  width: calc(100% - 28px);
  height: 96px;
  margin: 0 14px 12px;
  font: 12px/1.4 ui-monospace, monospace;
}
textarea[hidden], .test[hidden] { display: none; }
:focus-visible { outline: 3px solid light-dark(#1d5fd1, #7eb0ff); outline-offset: 2px; }
dl:focus-visible { outline-offset: -3px; }
@media (max-width: 480px) {
  :host { inset-inline: 8px; inset-block-end: 8px; max-width: none; }
  section { width: 100%; }
  dl { max-height: 42vh; }
  dl > div { grid-template-columns: 104px 1fr; }
}
@media print { :host { display: none; } }
`;
