/** The style of the page about outcomes, in light and dark. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c2128; --quiet: #57606a; --ground: #ffffff; --card: #f6f8fa; --line: #d0d7de;
  --confirmed: #1a7f4b; --probably: #8a6a00; --open: #2563c9; --rejected: #b4530a;
  --refused: #6b7280; --undelivered: #c0212c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --quiet: #9aa4af; --ground: #0f141a; --card: #181f27; --line: #343d47;
    --confirmed: #3fb974; --probably: #d3a821; --open: #6ea3f5; --rejected: #ee8f43;
    --refused: #97a0ab; --undelivered: #ff6b6b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0 .75rem; }
a { color: var(--open); }
:focus-visible { outline: 3px solid var(--open); outline-offset: 2px; }
.quiet, figcaption, .scale, .days { color: var(--quiet); }
.notice { border-left: .3rem solid var(--undelivered); padding: .25rem .75rem; font-weight: 600; }
.notice.good { border-color: var(--confirmed); }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
.totals div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.totals dt { color: var(--quiet); font-size: .9rem; }
.totals dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
figure { margin: 0; }
figure svg { display: block; width: 100%; height: 12rem; background: var(--card); border: 1px solid var(--line); border-radius: .25rem; }
.scale, .days { margin: .25rem 0; font-size: .85rem; }
.days { display: flex; justify-content: space-between; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0; padding: 0; list-style: none; font-size: .9rem; }
.swatch { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border-radius: .15rem; }
rect { stroke: var(--card); stroke-width: 1px; vector-effect: non-scaling-stroke; }
rect.day { fill: transparent; stroke: none; }
.confirmed { fill: var(--confirmed); } .swatch.confirmed { background: var(--confirmed); }
.probably_recorded { fill: var(--probably); } .swatch.probably_recorded { background: var(--probably); }
.open { fill: var(--open); } .swatch.open { background: var(--open); }
.refused { fill: var(--refused); } .swatch.refused { background: var(--refused); }
.rejected { fill: var(--rejected); } .swatch.rejected { background: var(--rejected); }
.undelivered { fill: var(--undelivered); } .swatch.undelivered { background: var(--undelivered); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; color: var(--quiet); }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead th { white-space: normal; vertical-align: bottom; }
th[scope="row"], .name { text-align: left; }
tbody th { font-weight: 500; }
tfoot th, tfoot td { font-weight: 650; border-bottom: 0; }
.zero { color: var(--quiet); }
.outcomes { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.outcomes > li { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--mark, var(--line)); border-radius: .4rem; padding: .6rem .8rem; }
.outcomes p { margin: .15rem 0; }
.outcomes .facts { color: var(--quiet); font-size: .85rem; }
.is-open { --mark: var(--open); } .is-undelivered { --mark: var(--undelivered); }
.is-rejected { --mark: var(--rejected); } .is-refused { --mark: var(--refused); }
.is-probably_recorded { --mark: var(--probably); }
.words dt { font-weight: 600; margin-top: .6rem; }
.words dd { margin: 0; }
@media print { body { max-width: none; } .outcomes > li { break-inside: avoid; } }
`;
