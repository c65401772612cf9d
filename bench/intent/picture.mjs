const PANELS = [
  { title: 'ROC-AUC', pick: ({ auc }) => auc, goal: 0.88, from: 0.5, least: true },
  { title: 'misaligned sessions found', pick: ({ found }) => found, goal: 0.65, from: 0, least: true },
  { title: 'false alarms', pick: ({ alarms }) => alarms, goal: 0.1, from: 0, to: 0.6 },
  { title: 'first bad call named', pick: ({ named }) => named, goal: 0.72, from: 0, least: true },
];
const NAMES = 150;
const PANEL = 180;
const ROW = 26;
const TOP = 58;
const LABEL = 42;

/** Bars per family, judged unseen, with the goals as lines. `entries`: name and measures (measure.mjs). */
export function picture(entries) {
  const width = NAMES + PANELS.length * PANEL + 10;
  const height = TOP + entries.length * ROW + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="How well sessions are judged, by family, each by weights and a threshold found without it">
<style>
text { fill: #0f172a } .bar { fill: #818cf8 } .all { fill: #4338ca } .goal { stroke: #c0392b; stroke-width: 1.5; stroke-dasharray: 4 3 } .note { fill: #475569; font-size: 11px } .head { font-weight: 600 }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${PANELS.map((panel, at) => draw(panel, NAMES + at * PANEL, entries)).join('\n')}
${entries.map(([name], row) => text(NAMES - 12, middle(row), name, name === 'all' ? 'head' : '', 'end')).join('\n')}
${text(12, height - 10, 'Each family judged by weights and a threshold found without it. Dashed: the goal.', 'note')}
</svg>
`;
}

function draw({ title, pick, goal, from, to = 1, least = false }, left, entries) {
  const room = PANEL - 56;
  const x = (value) => Math.round(left + (room * (Math.min(to, Math.max(from, value)) - from)) / (to - from));
  const bars = entries.map(([name, measured], row) => {
    const value = pick(measured);
    if (value === null) return text(left + 4, middle(row), '–', 'note');
    const top = TOP + row * ROW + 5;
    const hidden = x(value) < x(goal) && x(value) + LABEL > x(goal);
    const kind = name === 'all' ? 'bar all' : 'bar';
    return `<rect class="${kind}" x="${left}" y="${top}" width="${Math.max(1, x(value) - left)}" height="${ROW - 10}" rx="2"/>
${text((hidden ? x(goal) : x(value)) + 5, middle(row), value.toFixed(3))}`;
  });
  const bottom = TOP + entries.length * ROW;
  return `${text(left, 22, title, 'head')}
${text(left, 40, `goal: at ${least ? 'least' : 'most'} ${goal}`, 'note')}
${bars.join('\n')}
<line class="goal" x1="${x(goal)}" y1="${TOP - 4}" x2="${x(goal)}" y2="${bottom}"/>`;
}

const middle = (row) => TOP + row * ROW + ROW / 2 + 4;

const text = (x, y, words, kind = '', anchor = 'start') =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${words}</text>`;
