/** Style of the pages of studies, reproductions and reports: self-contained files. */

export const pageStyle =
  'body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:100rem;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'h1{font-size:1.5rem}h2{font-size:1.15rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}' +
  'th,td{border:1px solid #ccc;padding:.15rem .5rem;text-align:left;white-space:nowrap}th{background:#f2f2f2}' +
  '.wide{overflow-x:auto}.plots{display:flex;flex-wrap:wrap;gap:1rem}svg{width:460px;max-width:100%;height:auto;font-size:11px}' +
  '.axis{fill:none;stroke:#444}.line{fill:none;stroke-width:1.6}.thin{fill:none;stroke-width:1;opacity:.6}.thin:hover{stroke-width:4;opacity:1}' +
  '.mark{fill:none;stroke:#c00000;stroke-width:2}.band{fill:#009e73;opacity:.15}.why{white-space:normal;min-width:22rem}.text{white-space:normal;max-width:15rem}' +
  '.claim{white-space:normal;min-width:18rem;max-width:30rem}summary{cursor:pointer;color:#555}td small{color:#555}td{vertical-align:top}' +
  '.agrees{color:#00694d}.differs{color:#a33c00;font-weight:600}.unknown{color:#666}figure{margin:0}figcaption{max-width:460px}' +
  '.end{text-anchor:end}.mid{text-anchor:middle}code{font-size:.85em}';
