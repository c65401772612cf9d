const COLUMNS = {
  sessions: 'sessions',
  auc: 'AUC',
  macro: 'macro AUC',
  recorded: 'recorded AUC',
  found: 'found',
  foundAtTenth: 'found at 10 % false alarms',
  alarms: 'false alarms',
  worst: 'worst family',
  named: 'first bad call named',
  namedAndFound: '… and found',
};

/** `entries`: name and measures (measure.mjs), or name and intervals. */
export function table(title, entries, columns = Object.keys(COLUMNS)) {
  const rows = entries.map(([name, measured]) => [name, ...columns.map((column) => cell(column, measured[column]))]);
  const lines = [[title, ...columns.map((column) => COLUMNS[column])], ['---', ...columns.map(() => '---:')], ...rows];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function cell(column, value) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return column === 'sessions' ? '' : value.map((one) => cell(column, one)).join('–');
  return column === 'sessions' ? String(value) : value.toFixed(3);
}

export const OF_A_FAMILY = ['sessions', 'auc', 'found', 'foundAtTenth', 'alarms', 'named', 'namedAndFound'];
