/** How the HTML report looks: one column, light or dark as the reader's system, on paper everything unfolded. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f5f6f8; --text: #1b1f24; --quiet: #57606a; --line: #d5d9de;
  --good: #116329; --warn: #7d4e00; --bad: #b3261e; --plain: #3f4954;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --raised: #1d2125; --text: #e4e7ea; --quiet: #a0a8b0; --line: #363c42;
    --good: #6fd18a; --warn: #e5b567; --bad: #ff8f85; --plain: #b9c1c9;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 75rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word;
}
h1 { margin: 0; font-size: 1.6rem }
h2 { margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem }
p { margin: .5rem 0; max-width: 65ch }
.quiet { color: var(--quiet) }
code { font: .875em/1.4 ui-monospace, monospace }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0 }
.tiles > div { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised) }
.tiles dt { color: var(--quiet); font-size: .875rem }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto; margin: .75rem 0 }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--quiet); font-size: .875rem; font-weight: 600; white-space: nowrap }
tbody th { font-weight: 400; min-width: 7rem }
td { min-width: 4.5rem }
th.number, td.number { min-width: 0; width: 1%; padding-left: 1rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: 0 .875rem }
summary { margin: 0 -.875rem; padding: .5rem .875rem; cursor: pointer; border-radius: .5rem }
summary:hover { background: var(--raised) }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
.badge {
  display: inline-block; padding: 0 .4rem; border: 1px solid; border-radius: .25rem;
  color: var(--plain); font-size: .8125rem; white-space: nowrap
}
.badge.good { color: var(--good) }
.badge.warn { color: var(--warn) }
.badge.bad { color: var(--bad) }
@media screen and (max-width: 40rem) {
  .texts, .texts tbody, .texts tr, .texts th, .texts td { display: block }
  .texts thead { display: none }
  .texts tr { padding: .4rem 0; border-bottom: 1px solid var(--line) }
  .texts th, .texts td { padding: 0; border: 0 }
  .texts td:empty { display: none }
}
@media print {
  :root { --ground: #fff; --raised: #fff; --text: #000; --quiet: #333; --line: #999; --good: #000; --warn: #000; --bad: #000; --plain: #000 }
  body { max-width: none; padding: 0; font-size: 10pt }
  details { border: 0; padding: 0 }
  details::details-content { display: block; content-visibility: visible; block-size: auto }
  summary { list-style: none; margin: 0; padding: .25rem 0; font-weight: 600 }
  .wide { overflow: visible }
  tr, .tiles > div { break-inside: avoid }
  h2, h3, summary { break-after: avoid }
  thead { display: table-header-group }
}
`
