/**
 * The style sheet of branded pages. All colours are tokens, once for light and once for dark; each pair of text and
 * background has a contrast of at least 4.5.
 */
export const brandedStyle = `:root{color-scheme:light dark;--page:#f5f6f8;--card:#fff;--text:#1a1d21;--quiet:#59626f;--line:#dde1e7;
--accent:#1d4ed8;--on-accent:#fff;--soft:#eef1f5;--good:#116932;--good-soft:#e3f4e8;--warn:#8a4b00;--warn-soft:#fdf0da;
--bad:#b3162c;--bad-soft:#fde8ea;--focus:#b35f00}
@media (prefers-color-scheme:dark){:root{--page:#111316;--card:#1a1d21;--text:#e8ebef;--quiet:#a3acb8;--line:#31363d;
--accent:#8ab4ff;--on-accent:#10131a;--soft:#252a31;--good:#7fdc9b;--good-soft:#15301f;--warn:#f5bd6b;--warn-soft:#38290f;
--bad:#ff8f9c;--bad-soft:#3d1a1f;--focus:#ffb454}}
*{box-sizing:border-box}
body{margin:0;font:.9375rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--page);overflow-wrap:anywhere}
header,main,footer{width:100%;max-width:60rem;margin:0 auto;padding:0 1.25rem}
.narrow header,.narrow main,.narrow footer{max-width:34rem}
header{display:flex;align-items:center;min-height:4.5rem;font-weight:600}
header img{display:block;max-width:min(14rem,70%);max-height:2.5rem;padding:.25rem .375rem;background:#fff;border-radius:6px;color:#1a1d21}
main>*{margin:0 0 1rem}
.top{margin:.75rem 0 1.5rem}
h1{margin:0;font-size:1.625rem;line-height:1.25;letter-spacing:-.01em}
h2{margin:0 0 .75rem;font-size:1rem;line-height:1.4}
h3{margin:1rem 0 .5rem;font-size:.9375rem}
p{margin:0 0 .75rem}
p:last-child{margin-bottom:0}
.top p{margin:.375rem 0 0}
a{color:var(--accent)}
.quiet{color:var(--quiet)}
.small{font-size:.8125rem}
.card{padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));gap:1rem}
dl{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:.5rem 1rem;margin:0}
dt{color:var(--quiet)}
dd{margin:0;white-space:pre-line;font-variant-numeric:tabular-nums}
.cards dl{grid-template-columns:1fr;gap:0}
.cards dd{margin-bottom:.5rem}
.ends{display:flex;justify-content:space-between;gap:1rem;margin:.25rem 0 1.25rem}
.big{font-size:1.5rem;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}
.table{overflow-x:auto;margin:0 -1.25rem;padding:0 1.25rem}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{padding:0 0 .5rem;text-align:start;color:var(--quiet)}
th,td{min-width:5.5rem;padding:.5rem 1rem .5rem 0;text-align:start;vertical-align:top;border-top:1px solid var(--line)}
thead th{padding-top:0;border-top:0;font-size:.8125rem;font-weight:500;color:var(--quiet)}
tbody th{font-weight:400}
th:last-child,td:last-child{padding-inline-end:0}
.end{text-align:end;white-space:nowrap}
.sum>*{font-weight:600}
.totals{max-width:26rem;margin-inline-start:auto}
.badge{display:inline-block;padding:.0625rem .375rem;font-size:.8125rem;font-weight:500;border-radius:4px;background:var(--soft);color:var(--text);white-space:nowrap}
.badge.good,.note.good{background:var(--good-soft);color:var(--good)}
.badge.warn,.note.warn{background:var(--warn-soft);color:var(--warn)}
.badge.bad,.note.bad{background:var(--bad-soft);color:var(--bad)}
.note a{color:inherit}
.note{padding:.75rem 1rem;border-radius:8px;background:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:.625rem;margin-top:1rem}
.button,button{display:inline-block;padding:.5625rem 1.125rem;font:inherit;font-weight:500;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:8px;cursor:pointer}
.button.second,button.second{color:var(--text);background:var(--card);border-color:var(--line)}
.button:hover,button:hover{filter:brightness(1.08)}
label{display:block;margin:1rem 0 .375rem;font-weight:500}
input,select,textarea{width:100%;padding:.5625rem .75rem;font:inherit;color:var(--text);background:var(--card);border:1px solid var(--quiet);border-radius:8px}
[aria-invalid=true]{border-color:var(--bad)}
textarea{display:block;resize:vertical}
fieldset{min-width:0;margin:0;padding:0;border:0}
input[type=checkbox],input[type=radio]{width:auto}
.hint{margin:.25rem 0 0;font-size:.8125rem;color:var(--quiet)}
.field-error{margin:.25rem 0 0;font-size:.8125rem;color:var(--bad)}
.picture{display:block;width:100%;max-height:16rem;object-fit:cover;border-radius:10px}
pre{overflow-x:auto;padding:.75rem;background:var(--soft);border-radius:8px}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
svg{display:block;width:100%;height:9rem;margin:.75rem 0 0;border-bottom:1px solid var(--line)}
svg .line{fill:none;stroke:var(--accent);stroke-width:2;vector-effect:non-scaling-stroke}
svg .area{fill:var(--accent);opacity:.14}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
footer{padding-top:1rem;padding-bottom:2.5rem;font-size:.8125rem;color:var(--quiet)}
@media (max-width:30rem){header,main,footer{padding-left:1rem;padding-right:1rem}.card{padding:1rem}
dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}.table{margin:0 -1rem;padding:0 1rem}
table{font-size:.875rem}th,td{padding-right:.625rem}}
@media print{body{background:#fff}.actions{display:none}}`;
